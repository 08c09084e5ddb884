"""What the tests of any game share; a game brings its invariants, its recorded games, a second implementation."""
