"""Games of Imperial Settlers played by the engine and the referee side by side, compared after every decision.

Run as ``python -m tests.imperial_referee.differential --games 200 --seed 1``. The first difference of a game is
reported with its seed, the number of the decision, what either side says, and the decisions before; the rules settle
who is wrong. A long run shows how far it is, and ends with its summary on Ctrl-C too.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scythe_env.core.testing import differential
from scythe_env.core.testing.differential import Difference, first_difference
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.game import ImperialSettlers

from .adapter import engine_position, referee_of, referee_position, setup_faults
from .components import boards, faces
from .policy import Policy
from .positions import scramble
from .primitives import PRIMITIVES
from .referee import Referee
from .scoring import scores

PROGRESS = 50  # games after which a run says how far it is
OPTIONS = (
    *("reshuffle_factions", "gold_on_shrine", "routes_outlive_locations", "robbers_hit_routes", "reset_activates"),
    "chapel_keeps_vp",
)


@dataclass
class Tally(differential.Tally):
    """What happened in the games that were compared."""

    designs: Counter[str] = field(default_factory=Counter)  # designs that were built
    primitives: Counter[str] = field(default_factory=Counter)
    players: Counter[int] = field(default_factory=Counter)


def draw_config(draw: random.Random) -> ImperialSettlersConfig:
    """A configuration: every number of players, Lookout, option, and factions drawn or chosen."""
    players = draw.choice((1, 1, 2, 2, 3, 3, 4, 4))
    several = players > 1
    factions: list[str | None] = [*draw.sample(tuple(boards()), players)]
    if draw.random() < 0.3:
        factions[draw.randrange(players)] = None
    return ImperialSettlersConfig(
        players=players,
        factions=draw.choice((factions, None)),
        lookout=draw.choice(("standard", "alternative", "advanced")) if several else "standard",
        peaceful=several and draw.random() < 0.15,
        play_forced=draw.random() < 0.7,
        max_decisions=draw.choice((4000,) * 9 + (60,)),
        **{name: draw.random() < 0.25 for name in OPTIONS},
    )


class EngineGame:
    """A game of the engine, with a readable face."""

    def __init__(self, seed: int) -> None:
        """Draw a configuration from the seed, and deal; the first decision is asked even if it has one answer."""
        self.config = draw_config(random.Random(seed))
        self.game = ImperialSettlers(self.config)
        self.states, self.mask = self.game.new_states(1), np.zeros(self.game.num_actions, np.int8)
        self.states["play_forced"] = 0
        self.game.reset(self.states, 0, seed, self.mask)
        self.states["play_forced"] = self.config.play_forced

    @property
    def truncated(self) -> bool:
        """Whether the game was cut off."""
        return self.game.truncated(self.states, 0)

    def legal(self) -> dict[str, int]:
        """The legal actions: text and number."""
        numbers = np.flatnonzero(self.mask).tolist()
        return {self.game.action_text(self.states, 0, action): action for action in numbers}

    def refresh(self) -> None:
        """Find what is legal in a record that was changed."""
        self.states["play_forced"] = 0
        self.game.legal(self.states, 0, self.mask)
        self.states["play_forced"] = self.config.play_forced

    def apply(self, action: int) -> None:
        """Play an action."""
        self.game.step(self.states, 0, action, self.mask)

    def advice(self) -> str:
        """The action of the heuristic agent."""
        from scythe_agents.imperial_settlers import HeuristicAgent  # the agents are a package of their own

        return self.game.action_text(self.states, 0, HeuristicAgent().act_on_state(self.states, 0, self.mask))

    def scores(self) -> list[dict[str, int]]:
        """The score of every seat."""
        rows = self.game.scores(self.states, 0).tolist()
        return [dict(zip(self.game.score_columns, row, strict=True)) for row in rows]


def play(seed: int, tally: Tally, scrambled: bool = False, heuristic: bool = False) -> Difference | None:
    """Play one game on both sides up to its end or the first difference.

    Args:
        seed: of the configuration, the game and the random player.
        tally: where decisions, designs, primitives and ends are counted.
        scrambled: whether to begin in a random position.
        heuristic: whether some seats are played by the heuristic agent.
    """
    game = EngineGame(seed)
    referee = referee_of(game.config, game.states)
    recent: deque[str] = deque(maxlen=25)
    number = 0

    def differ(what: str, engine_side: Any, referee_side: Any) -> Difference:
        options = [f"{name} {value}" for name, value in game.game.options().items() if value]
        factions = [player.board.faction for player in referee.table.players]
        return Difference(seed, number, ", ".join([*factions, *options]), what, engine_side, referee_side, list(recent))

    if faults := setup_faults(game.config, referee.table):
        return differ("set-up", faults, None)
    if scrambled:
        scramble(game.states, referee.table, seed)
        game.refresh()
        referee = referee_of(game.config, game.states)
    policy = Policy(seed)
    experts = [seat for seat in range(game.config.players) if heuristic and policy.random.random() < 0.7]
    while True:
        if found := first_difference(engine_position(game.states), referee_position(referee)):
            return differ(f"position: {found[0]}", found[1], found[2])
        legal = game.legal()
        if set(legal) != set(referee.legal()):
            only_engine = sorted(set(legal) - set(referee.legal()))
            only_referee = sorted(set(referee.legal()) - set(legal))
            return differ(f"legal actions of {referee.decision}", f"only {only_engine}", f"only {only_referee}")
        if referee.decision is None:
            break
        text = game.advice() if referee.seat in experts else policy.choose(referee)
        recent.append(f"{number}: seat {referee.seat} {referee.decision}: {text}")
        number += 1
        tally.decisions[referee.decision] += 1
        game.apply(legal[text])
        referee.apply(text)
        if game.truncated and referee.table.status == "truncated":
            count(tally, referee)
            return None  # where a game stands that is cut off within a turn is not for the rules to say
    if found := first_difference(game.scores(), scores(referee.table)):
        return differ(f"scores: {found[0]}", found[1], found[2])
    count(tally, referee)
    return None


def count(tally: Tally, referee: Referee) -> None:
    """Note a game that was played to its end."""
    tally.games += 1
    tally.players[len(referee.table.players)] += 1
    tally.ends[referee.table.status] += 1
    tally.primitives.update(referee.table.carried_out)
    tally.designs.update(face.design.key for face in referee.table.built.elements())


def look(seed: int, tally: Tally, scrambled: bool, heuristic: bool) -> Iterator[Difference | None]:
    """Play the game of a seed."""
    yield play(seed, tally, scrambled, heuristic)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare games from the command line; the exit status is 1 if there was a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scrambled", action="store_true", help="begin in random positions")
    parser.add_argument("--heuristic", action="store_true", help="let the heuristic agent play some seats")
    parser.add_argument("--stop-after", type=int, default=10, help="differences after which to stop")
    options = parser.parse_args(arguments)
    tally = Tally()
    seeds = range(options.seed, options.seed + options.games)

    def played(seed: int) -> Iterator[Difference | None]:
        return look(seed, tally, options.scrambled, options.heuristic)

    with suppress(KeyboardInterrupt):
        differential.compare(seeds, played, tally, options.stop_after, PROGRESS)
    print(f"{tally.games} games to their end, {sum(tally.decisions.values())} decisions")
    print(f"players: {dict(sorted(tally.players.items()))}; ends: {dict(tally.ends)}")
    print(f"decisions: {dict(tally.decisions.most_common())}")
    print(
        f"primitives: {dict(tally.primitives.most_common())}; never {sorted(set(PRIMITIVES) - set(tally.primitives))}"
    )
    designs = {face.design.key for face in faces().values()}
    least = dict(tally.designs.most_common()[:-6:-1])
    print(f"designs built: {len(tally.designs)} of {len(designs)}, never {sorted(designs - set(tally.designs))}")
    print(f"least built: {least}")
    print(f"{len(tally.differences)} differences")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
