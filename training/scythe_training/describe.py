"""Spaces, observation blocks and actions, as ``scythe info`` shows them."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from scythe_env.scythe import steps
from scythe_env.scythe.actions import BLOCKS, NUM_ACTIONS, action_text
from scythe_env.scythe.components import FACTIONS
from scythe_env.scythe.observation import layout, observation_size
from scythe_env.scythe.state import STATE


def spaces_text(players: int) -> str:
    """The spaces in a few lines."""
    return (
        f"observation  float32 ({observation_size(players)},) at a table of {players}, by the seat that observes\n"
        f"action       Discrete({NUM_ACTIONS}), with a mask of what is legal: int8 ({NUM_ACTIONS},)\n"
        f"decisions    {steps.NUM_DECISIONS} kinds: {', '.join(steps.DECISIONS)}\n"
        f"rewards      at the end of the game, from -1 to 1\n"
        f"state        {STATE.itemsize} bytes"
    )


def observation_table(players: int) -> Table:
    """The blocks of the observation; those of a seat once, as the others' follow in the same order."""
    blocks = layout(players)
    table = Table(title="Observation", title_justify="left")
    for heading in ("block", "slice", "shape", "range", "meaning"):
        table.add_column(heading)
    for block in blocks:
        if not block.name.startswith("seat_") or block.name.startswith("seat_0."):
            where = f"{block.where.start}:{block.where.stop}"
            table.add_row(block.name, where, _shape(block.shape), f"{block.low:g} to {block.high:g}", block.meaning)
    for k in range(1, players):
        own = [block for block in blocks if block.name.startswith(f"seat_{k}.")]
        where = f"{own[0].where.start}:{own[-1].where.stop}"
        table.add_row(f"seat_{k}...", where, "", "", f"the same blocks of seat {k} in turn order from the observer")
    return table


def action_tables(all_actions: bool) -> list[Table]:
    """The blocks of the action space, or every action."""
    table = Table(title="Actions", title_justify="left")
    if all_actions:
        table.add_column("action", justify="right")
        table.add_column("text")
        for action in range(NUM_ACTIONS):
            table.add_row(str(action), " / ".join(_texts(action)))
    else:
        for heading in ("block", "actions", "texts"):
            table.add_column(heading)
        for name, first, size in BLOCKS:
            shown = [_texts(first + k)[0] for k in range(min(size, 5))]
            where = f"{first}..{first + size - 1}" if size > 1 else str(first)
            table.add_row(name, where, ", ".join(shown) + (", ..." if size > 5 else ""))
    return [table]


def as_dict(players: int) -> dict[str, Any]:
    """All of it, as it is written to JSON."""
    return {
        "players": players,
        "observation_size": observation_size(players),
        "observation": [
            {
                "name": block.name,
                "start": block.where.start,
                "stop": block.where.stop,
                "shape": list(block.shape),
                "low": block.low,
                "high": block.high,
                "meaning": block.meaning,
            }
            for block in layout(players)
        ],
        "num_actions": NUM_ACTIONS,
        "action_blocks": [{"name": name, "first": first, "size": size} for name, first, size in BLOCKS],
        "actions": [_texts(action) for action in range(NUM_ACTIONS)],
        "decisions": list(steps.DECISIONS),
        "state_bytes": STATE.itemsize,
    }


def _texts(action: int) -> list[str]:
    """The texts that an action has: of a worker or of a place by decision, of a mech by faction."""
    texts = [
        action_text(action, decision, faction)
        for decision in (steps.SECTION, steps.UNIT)
        for faction in range(len(FACTIONS))
    ]
    return list(dict.fromkeys(texts))


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))
