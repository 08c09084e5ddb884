"""The text picture of a game: a table of the seats with their goods and cards, and what lies between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...core.events import table
from ...core.fields import SPECTATOR
from ...core.game import States
from ..components import FACES, FACTIONS, PLAIN_GOODS, RAZE_GOODS
from ..constants import BUILT, COLLECTED, DEAL, FOUNDATION, NONE, NUM_CARDS, VIRTUAL
from ..state import FIELDS
from ..steps import TABLE
from ..tables import FACE_OF
from .view import routes_of


def _counted(names: Iterable[str]) -> str:
    return ", ".join(f"{n} x {name}" if n > 1 else name for name, n in Counter(names).items())


def render(states: States, i: int, seat: int = SPECTATOR) -> str:
    """Game ``i`` as text, as a seat sees it.

    Args:
        states: array of :data:`.STATE`, (n,).
        i: which of its games.
        seat: whose view it is, by default a spectator's.
    """
    visible, _ = FIELDS.hide(states, i, seat)
    s, whole = visible[0], states[i]
    players = int(s["players"])
    names = [FACTIONS[faction] for faction in s["faction"][:players]]
    lines = [f"Round {int(s['round'])}, {names[int(s['first'])]} first"]
    if s["seat_to_act"] != NONE:
        lines[0] += f"; {names[int(s['seat_to_act'])]} to decide: {TABLE[int(s['decision'])].text}"
    rows = (
        [
            name,
            *s["goods"][k].tolist(),
            int(s["defence"][k]),
            int(whole["hand"][k].sum()),
            "passed" * int(s["passed"][k]),
        ]
        for k, name in enumerate(names)
    )
    lines.append(table(["", *PLAIN_GOODS, "defence", "hand", ""], rows))
    for k, name in enumerate(names):
        lines.append(f"{name}:")
        if k == seat:
            lines.append(f"  hand: {_counted(_faces(s['hand'][k]))}")
        lines += [f"  {kind}: {text}" for kind, text in _laid(s, k) if text]
    if players == 1:
        lines.append("virtual player:")
        lines += [f"  {kind}: {text}" for kind, text in _laid(s, VIRTUAL) if text]
        lines.append(f"  attack cards: {', '.join(RAZE_GOODS[good] for good in s['line'] if good != NONE)}")
    if s["open"].any():
        lines.append(f"open: {_counted(_faces(s['open']))}")
    return "\n".join(lines)


def _faces(row: Iterable[int]) -> list[str]:
    return [FACES[face] for face, n in enumerate(row) for _ in range(n)]


def _laid(s: States, owner: int) -> list[tuple[str, str]]:
    """What an owner has on the table: locations with their marks, foundations, deals, the collection."""
    here: dict[int, list[str]] = {}
    for card in range(NUM_CARDS):
        if s["owner"][card] == owner:
            here.setdefault(int(s["place"][card]), []).append(f"{FACES[FACE_OF[card]]}{_marks(s, card)}")
    kinds = (("locations", BUILT), ("foundations", FOUNDATION), ("deals", DEAL), ("collection", COLLECTED))
    return [(kind, _counted(here.get(place, []))) for kind, place in kinds]


def _marks(s: States, card: int) -> str:
    marks = ["protected"] * int(s["guard"][card]) + ["blocked"] * int(s["blocked"][card])
    if s["uses"][card]:
        marks.append(f"used {int(s['uses'][card])}")
    if s["taken_by"][card] != NONE:
        marks.append(f"taken over by {FACTIONS[int(s['faction'][s['taken_by'][card]])]}")
    routes = sum(routes_of(s, card))
    if routes:
        marks.append(f"bears {routes} marker{'s' * (routes > 1)}")
    return f" ({', '.join(marks)})" if marks else ""
