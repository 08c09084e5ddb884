"""The colours of the factions."""

from __future__ import annotations

from typing import Final

FACTION_COLOURS: Final = ("#3c8a4b", "#2f71bd", "#c8372d", "#7d4aa5", "#f0c22f", "#3a3738", "#f7f4ee")
"""Fill of each faction's pieces."""
