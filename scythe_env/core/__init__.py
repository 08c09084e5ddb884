"""What all games share: the contract of a game, compiling, environments, replays. It knows no particular game."""
