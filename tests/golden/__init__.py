"""Recorded games that must go as they went."""
