"""Spaces, observation blocks and actions, as ``scythe info`` shows them."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from scythe_env.core.game import Game


def spaces_text(game: Game) -> str:
    """The spaces in a few lines."""
    size, actions, decisions = game.observation_size, game.num_actions, game.decision_names
    return (
        f"observation  float32 ({size},) for {game.num_players} players, from the observing seat's view\n"
        f"action       Discrete({actions}), with a mask of what is legal: int8 ({actions},)\n"
        f"decisions    {len(decisions)} kinds: {', '.join(decisions)}\n"
        f"rewards      at the end of the game, from -1 to 1: {', '.join(game.reward_names)}\n"
        f"state        {game.layout.dtype.itemsize} bytes"
    )


def observation_table(game: Game) -> Table:
    """The blocks of the observation; those of a seat once, as the others' follow in the same order."""
    blocks = game.observation_blocks()
    table = Table(title="Observation", title_justify="left")
    for heading in ("block", "slice", "shape", "range", "meaning"):
        table.add_column(heading)
    for block in blocks:
        if not block.name.startswith("seat_") or block.name.startswith("seat_0."):
            where = f"{block.where.start}:{block.where.stop}"
            table.add_row(block.name, where, _shape(block.shape), f"{block.low:g} to {block.high:g}", block.meaning)
    for k in range(1, game.num_players):
        own = [block for block in blocks if block.name.startswith(f"seat_{k}.")]
        if not own:
            continue
        where = f"{own[0].where.start}:{own[-1].where.stop}"
        table.add_row(f"seat_{k}...", where, "", "", f"the same blocks of seat {k} in turn order from the observer")
    return table


def action_table(game: Game, all_actions: bool) -> Table:
    """The blocks of the action space, or every action."""
    table = Table(title="Actions", title_justify="left")
    if all_actions:
        table.add_column("action", justify="right")
        table.add_column("text")
        for action in range(game.num_actions):
            table.add_row(str(action), " / ".join(game.action_texts(action)))
    else:
        for heading in ("block", "actions", "texts"):
            table.add_column(heading)
        for name, first, size in game.action_blocks:
            shown = [game.action_texts(first + k)[0] for k in range(min(size, 5))]
            where = f"{first}..{first + size - 1}" if size > 1 else str(first)
            table.add_row(name, where, ", ".join(shown) + (", ..." if size > 5 else ""))
    return table


def as_dict(game: Game) -> dict[str, Any]:
    """All of it as JSON values."""
    return {
        "players": game.num_players,
        "observation_size": game.observation_size,
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
            for block in game.observation_blocks()
        ],
        "num_actions": game.num_actions,
        "action_blocks": [{"name": name, "first": first, "size": size} for name, first, size in game.action_blocks],
        "actions": [game.action_texts(action) for action in range(game.num_actions)],
        "decisions": list(game.decision_names),
        "state_bytes": game.layout.dtype.itemsize,
    }


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))
