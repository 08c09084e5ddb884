"""A table in the browser: people and agents play, games are watched, looked into and recorded."""
