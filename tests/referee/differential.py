"""Games played by the engine and the referee side by side, compared after every decision.

Run as ``python -m tests.referee.differential --games 200 --seed 1``. The first difference of a game is reported with
its seed, the number of the decision, what either side says, and the decisions before; the rules settle who is wrong.
A long run shows how far it is, and ends with its summary on Ctrl-C too.
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
from scythe_env.scythe import actions, automa_engine, constants, engine, steps
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.notation import BOARD_KEYS, from_json, to_json
from scythe_env.scythe.state import STATE

from .adapter import AUTOMA_DECISION, comparable, draw_config, is_automa
from .components import FACTIONS, load
from .documents import Document, chance_of, document_of, referee_of
from .following import Follower
from .policy import Policy
from .positions import LAST_OBJECTIVE, level, scramble, with_objectives
from .referee import Referee
from .table import Automa, RefereeError

LONGEST = 20000  # decisions of a game
PROGRESS = 50  # games after which a run says how far it is
SCORE_PARTS = ("coins", "stars", "territories", "resources", "structures", "meander", "total", "rank")


@dataclass
class Tally(differential.Tally):
    """What happened in the games that were compared."""

    stars: Counter[str] = field(default_factory=Counter)


class EngineGame:
    """A game of the engine, with a readable face."""

    def __init__(self, seed: int, automas: bool = False) -> None:
        """Draw a configuration from the seed, with Automas on request, and set the game up."""
        draw = random.Random(seed)
        seats = draw_config(draw) if automas else {"players": draw.choice((1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7))}
        config = ScytheConfig(
            **seats,
            max_rounds=draw.choice((10, 60, 100, 100, 100)),
            promo_encounters=draw.random() < 0.5,
            promo_factory=draw.random() < 0.5,
            promo_objectives=draw.random() < 0.5,
            exclude_banned_pairs=draw.random() < 0.5,
            relentless_factory=draw.random() < 0.5,
            camaraderie_always=draw.random() < 0.3,
            decline_gains=draw.random() < 0.25,
            play_forced=draw.random() < 0.25,
        )
        self.engine = automa_engine if config.automas else engine
        self.states = np.zeros(1, STATE)
        self.mask = np.zeros(actions.NUM_ACTIONS, np.int8)
        config.write(self.states)
        raw = engine.raw_bytes(self.states)
        self.engine.setup(self.states, raw, 0, seed & 0xFFFFFFFF, seed >> 32, self.mask)

    @property
    def state(self) -> Any:
        """The record of the game."""
        return self.states[0]

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.state["players"])

    def load(self, document: Document) -> Document:
        """Put the position of a document in the place of this one; returns its complete document."""
        self.states = from_json(document)
        self.engine.resume(self.states, 0, self.mask)
        return to_json(self.states)

    @property
    def decision(self) -> str | None:
        """The name of the decision that is due."""
        due = int(self.state["decision"])
        return None if due < 0 else steps.DECISIONS[due]

    def legal(self) -> dict[str, int]:
        """The legal actions: text and number."""
        due, seat = int(self.state["decision"]), int(self.state["seat_to_act"])
        if due < 0:
            return {}
        faction = int(self.state["faction"][seat])
        return {actions.action_text(int(action), due, faction): int(action) for action in np.flatnonzero(self.mask)}

    def advice(self) -> str:
        """The action of the heuristic agent."""
        from scythe_agents import HeuristicAgent  # the agents are a package of their own

        action = HeuristicAgent().act_on_state(self.states, 0, self.mask)
        seat = int(self.state["seat_to_act"])
        return actions.action_text(action, int(self.state["decision"]), int(self.state["faction"][seat]))

    def apply(self, action: int) -> None:
        """Play an action."""
        self.engine.apply(self.states, 0, action, self.mask)

    def scores(self) -> list[dict[str, int]]:
        """The score of every seat."""
        out = np.zeros((constants.MAX_PLAYERS, len(SCORE_PARTS)), np.int32)
        self.engine.score(self.states, 0, out)
        return [dict(zip(SCORE_PARTS, map(int, row), strict=True)) for row in out[: self.players]]


def setup_faults(document: Document) -> list[str]:
    """What is wrong with a deal (R1-R16); the rest of a set-up is compared with the referee's."""
    options, players = document["options"], document["players"]
    humans = [player for player in players if not is_automa(player)]
    factions = [FACTIONS.index(player["faction"]) for player in players]
    turned = factions.index(min(factions))
    objectives = [card for player in humans for card in player["objectives"]]
    faults = []
    if factions[turned:] + factions[:turned] != sorted(set(factions)):
        faults.append("factions that do not sit clockwise")
    if len({player["mat"] for player in humans}) < len(humans):
        faults.append("player mats")
    if len(set(objectives)) < len(objectives) or max(objectives) > (27 if options["promo_objectives"] else 23):
        faults.append(f"objectives {objectives}")
    if len(document["factory_cards"]) != len(players) + 1:
        faults.append("number of Factory cards")
    if max(document["factory_cards"]) > (18 if options["promo_factory"] else 12):
        faults.append("promo Factory cards")
    for player in humans:
        if options["exclude_banned_pairs"] and [player["faction"], player["mat"]] in load("tracks")["banned_pairs"]:
            faults.append(f"banned pair {player['faction']} {player['mat']}")
    return faults


def table_of(document: Document) -> Document:
    """The part of an engine's document that the referee writes too, and what is due of combats and encounters."""
    progress = document["in_progress"]
    humans_turn = not any(is_automa(p) and p["faction"] == document["turn"]["active"] for p in document["players"])
    return {key: value for key, value in comparable(document).items() if key in BOARD_KEYS} | {
        "combats due": progress.get("move", {}).get("combat_due", []) if humans_turn else [],
        "encounter card": progress.get("encounter", {}).get("card"),
    }


def referee_table(referee: Referee, document: Document) -> Document:
    """The same of a referee."""
    table = referee.table
    humans_turn = not isinstance(table.player, Automa)
    return comparable(document_of(referee, document)) | {
        "combats due": [place for place in table.board.hexes if place in table.turn.combats and humans_turn],
        "encounter card": table.encounter_card,
    }


def compared(referee: Referee, document: Document) -> tuple[str, Any, Any] | None:
    """The first difference between the position of an engine and that of a referee."""
    return first_difference(table_of(document), referee_table(referee, document))


def play(
    seed: int, tally: Tally, scrambled: bool = False, heuristic: bool = False, automas: bool = False
) -> Difference | None:
    """Play one game on both sides up to its end or the first difference.

    Args:
        seed: of the configuration, the game and the random player.
        tally: where decisions, stars and ends are counted.
        scrambled: whether to begin in a random position.
        heuristic: whether some seats are played by the heuristic agent.
        automas: whether Automas play along.
    """
    game = EngineGame(seed, automas)
    document = to_json(game.states)
    follower = Follower(document, compared)
    recent: deque[str] = deque(maxlen=25)
    number = 0

    def differ(what: str, engine_side: Any, referee_side: Any) -> Difference:
        seats = [f"{p['faction']} {'Automa' if is_automa(p) else p['mat']}" for p in document["players"]]
        options = [name for name, value in document["options"].items() if value is True]
        setup = ", ".join([*seats, document["tile"], *options])
        if not follower.tried_all:
            what += ", though not every play of chance was tried"
        return Difference(seed, number, setup, what, engine_side, referee_side, list(recent))

    if faults := setup_faults(document):
        return differ("set-up", faults, None)
    if scrambled:
        document = game.load(scramble(document, seed))
        follower.begin_turn(document)
    policy = Policy(seed)
    experts = [seat for seat in range(game.players) if heuristic and policy.random.random() < 0.7]
    while True:
        decision = game.decision
        found = follower.difference
        if found:
            return differ(f"position: {found[0]} ({decision})", found[1], found[2])
        if decision in ("section", AUTOMA_DECISION, None):
            follower.begin_turn(document)
            found = first_difference(game.scores(), follower.referee.scores())
            if found:
                return differ(f"scores: {found[0]} ({decision})", game.scores(), follower.referee.scores())
        legal, referee = game.legal(), follower.referee
        if set(legal) != set(referee.legal()):
            only_engine = sorted(set(legal) - set(referee.legal()))
            only_referee = sorted(set(referee.legal()) - set(legal))
            return differ(f"legal actions of {decision}", f"only {only_engine}", f"only {only_referee}")
        if decision is None:
            break
        if number == LONGEST:
            return differ("length", "the game goes on", None)
        seat = int(game.state["seat_to_act"])
        text = game.advice() if seat in experts else policy.choose(referee)
        recent.append(f"{number}: {document['players'][seat]['faction']} {decision}: {text}")
        number += 1
        tally.decisions[decision] += 1
        game.apply(legal[text])
        document = to_json(game.states)
        try:
            follower.play(text, document)
        except RefereeError as error:
            return differ("chance", "", str(error))
    tally.games += 1
    tally.ends[referee.table.status] += 1
    for player in referee.table.players:
        tally.stars.update(player.stars)
    return None


def probe_scores(seed: int, automas: bool = False) -> Difference | None:
    """Compare the scores and ranks of a random position, its totals made equal by coins."""
    game = EngineGame(seed, automas)
    document = level(scramble(to_json(game.states), seed), seed)
    game.load(document)
    totals = [score["total"] for score in game.scores()]
    for player, total in zip(document["players"], totals, strict=True):
        player["coins"] += max(totals) - total
    document = game.load(document)
    referee = referee_of(document)
    found = first_difference(game.scores(), referee.scores())
    if found is None:
        return None
    return Difference(seed, 0, str(document), f"scores: {found[0]}", game.scores(), referee.scores(), [])


def probe_objectives(seed: int, automas: bool = False) -> Difference | None:
    """Compare what may be revealed in a random position, all objectives by turns, when a section is chosen and after a
    turn without actions.
    """
    game = EngineGame(seed, automas)
    position = scramble(to_json(game.states), seed)
    active = position["turn"]["active"]
    for first in range(1, LAST_OBJECTIVE + 1, 2):
        pair = (first, first % LAST_OBJECTIVE + 1)
        document = game.load(with_objectives(position, active, pair))
        referee = referee_of(document)
        turn = turn_of(document)
        while game.decision is not None and turn_of(document) == turn:
            legal = game.legal()
            if game.decision != referee.decision or set(legal) != set(referee.legal()):
                what = f"objectives {pair} in {game.decision}"
                return Difference(seed, 0, str(document), what, list(legal), referee.legal(), [])
            if game.decision == "end of turn":
                break
            text = "done" if "done" in legal else next(text for text in legal if text.startswith("section "))
            game.apply(legal[text])
            document = to_json(game.states)
            if turn_of(document) == turn:
                referee.apply(text, chance_of(document))
    return None


def turn_of(document: Document) -> tuple[int, str]:
    """Whose turn it is, in which round."""
    return document["turn"]["round"], document["turn"]["active"]


def look(seed: int, tally: Tally, scrambled: bool, heuristic: bool, automas: bool) -> Iterator[Difference | None]:
    """Play the game of a seed; ``scrambled`` also looks at scores and objectives in some more random positions."""
    yield play(seed, tally, scrambled, heuristic, automas)
    if scrambled:
        yield probe_scores(seed, automas)
        yield probe_objectives(seed, automas)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare games from the command line; the exit status is 1 if there was a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scrambled", action="store_true", help="begin in random positions")
    parser.add_argument("--heuristic", action="store_true", help="let the heuristic agent play some seats")
    parser.add_argument("--automas", action="store_true", help="let Automas play along")
    parser.add_argument("--stop-after", type=int, default=10, help="differences after which to stop")
    options = parser.parse_args(arguments)
    tally = Tally()
    seeds = range(options.seed, options.seed + options.games)

    def played(seed: int) -> Iterator[Difference | None]:
        return look(seed, tally, options.scrambled, options.heuristic, options.automas)

    with suppress(KeyboardInterrupt):
        differential.compare(seeds, played, tally, options.stop_after, PROGRESS)
    print(f"{tally.games} games to their end, {sum(tally.decisions.values())} decisions")
    print(f"ends: {dict(tally.ends)}; stars: {dict(tally.stars)}")
    print(f"decisions: {dict(tally.decisions.most_common())}")
    print(f"{len(tally.differences)} differences")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
