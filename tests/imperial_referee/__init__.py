"""A second implementation of Imperial Settlers in plain Python, written from the rule statements (docs/referee.md)."""
