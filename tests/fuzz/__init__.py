"""Hostile inputs by the thousand: what is not refused with a clear error must be as good as a valid input."""
