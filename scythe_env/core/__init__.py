"""What all games share: the contract of a game, compiling, environments, replays. Knows no game."""
