"""What the tests of all games share; a game adds its invariants, its recorded games, a second implementation."""
