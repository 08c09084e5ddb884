"""Recorded games of Imperial Settlers that must go as they went."""
