"""The colours of the factions."""

from __future__ import annotations

from typing import Final

FACTION_COLOURS: Final = ("#4d7d46", "#7a4a9c", "#b5372c", "#cf981f")
"""Colour of each faction's board and cards."""
