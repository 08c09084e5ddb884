"""A game that people play in the terminal, by numbered choices: :func:`play_by_hand`."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from scythe_env.core.agent import Agent, Player
from scythe_env.core.game import Game
from scythe_env.core.replay import record, write_replay
from scythe_env.core.session import Session

from .conduct import CONDUCT, Conduct
from .undo import Past

HUMAN: Final = "human"
"""In place of an agent's text: a person."""

HELP: Final = "a number or a text chooses; ? explains the decision, board shows the game, undo, save FILE, quit"


class Quit(Exception):
    """A person has left the game."""


class _Table:
    """A game with people, and what each of them has seen of its log."""

    def __init__(self, session: Session, ask: Callable[[str], str], tell: Callable[[str], None]) -> None:
        self.session, self._ask, self._tell = session, ask, tell
        self._past = Past()
        self._read = [0] * session.game.num_players
        self._turns = [-1] * session.game.num_players
        self._noted: list[set[str]] = [set() for _ in self._turns]  # lines that each has been told in this turn

    def decide(self, seat: int) -> None:
        """Let a person decide once, or take something back."""
        session, game = self.session, self.session.game
        self._tell_news(seat)
        if self._turns[seat] != game.turn(session.states, 0):
            self._turns[seat] = game.turn(session.states, 0)
            self._tell(str(game.render(session.states, 0, "ansi", seat)))
            self._noted[seat] = set()
        self._tell_notes(seat)
        legal = session.legal
        self._tell(f"{str(session.actor).title()}, {session.question}:")
        self._tell("  ".join(f"{k} {text}" for k, text in enumerate(legal, 1)))
        while True:
            answer = self._ask("> ").strip()
            if answer == "quit":
                raise Quit
            if answer == "undo":
                reason = self._past.why_not(session, seat)
                if not reason:
                    self.session = self._past.take_back(seat)
                    self._read[seat] = min(self._read[seat], len(self.session.log.events))
                    return
                self._tell(reason)
            elif answer == "?":
                self._tell(self._explain())
                self._tell_notes(seat, again=True)
            elif answer == "board":
                self._tell(str(game.render(session.states, 0, "ansi", seat)))
                self._tell_notes(seat, again=True)
            elif answer.startswith("save "):
                self._save(Path(answer.removeprefix("save ").strip()))
            elif self._chosen(answer, legal, seat):
                return

    def _chosen(self, answer: str, legal: Sequence[str], seat: int) -> bool:
        """Play what was answered; False if that is not possible."""
        text = legal[int(answer) - 1] if answer.isdecimal() and 1 <= int(answer) <= len(legal) else answer
        if text not in legal:
            self._tell(f"{answer!r} is not a choice now; {HELP}")
            return False
        before = copy.copy(self.session)
        self.session.play(text)
        self._past.add(before, seat)
        return True

    def _tell_news(self, seat: int) -> None:
        session = self.session
        for line in session.lines(session.seen_by(seat, self._read[seat])):
            self._tell(line)
            self._noted[seat].update(map(str.strip, line.splitlines()))
        self._read[seat] = len(session.log.events)

    def _tell_notes(self, seat: int, again: bool = False) -> None:
        """What the seat may read beside the game, without what it has been told in this turn unless ``again``."""
        for line in self.session.game.notes(self.session.states, 0, seat):
            if again or line not in self._noted[seat]:
                self._tell(line)
                self._noted[seat].add(line)

    def _explain(self) -> str:
        """The decision that is due, and the rule behind it."""
        game = self.session.game
        step = game.steps[int(self.session.states["decision"][0])]
        lines, statements = [f"{step.text} ({step.chapter}): {step.meaning}"], game.statements()
        for chapter in step.chapter.split(", "):
            with contextlib.suppress(ValueError):  # a chapter of the game's own is no statement
                lines.append(statements.find(chapter).text)
        return "\n".join([*lines, HELP])

    def _save(self, file: Path) -> None:
        try:
            write_replay(file, record(self.session))
            self._tell(f"{file}: {len(self.session.decisions)} decisions")
        except OSError as error:
            self._tell(f"{file}: {error.strerror}")


def play_by_hand(
    game: Game,
    seats: Sequence[str],
    agents: Mapping[str, Agent],
    seed: int,
    ask: Callable[[str], str],
    tell: Callable[[str], None],
    conduct: Conduct = CONDUCT,
) -> Session:
    """Play a game with people, decision by decision.

    Args:
        game: the rules.
        seats: :data:`HUMAN` or the text of an agent for each seat that is not scripted, in turn order.
        agents: the agents by their texts.
        seed: 0 to 2**64 - 1, of the deal and the agents.
        ask: shows a prompt and returns what a person answers.
        tell: shows a text.
        conduct: how long an agent may take; the first failure ends the game.

    Returns:
        The game when it is over, or as it stood when a person quit.

    Raises:
        ValueError: an agent failed.
    """
    session = Session(game, log=True)
    session.reset(seed)
    players: dict[int, Player] = {}
    words = np.random.SeedSequence(seed).generate_state(len(seats), np.uint64)
    for open_seat, text, word in zip(game.agent_seats, seats, words, strict=True):
        if text != HUMAN:
            players[open_seat] = conduct.player(game, text, copy.copy(agents[text]))
            players[open_seat].reset(int(word))
    table = _Table(session, ask, tell)
    tell(HELP)
    people = seats.count(HUMAN)
    last = None
    try:
        while table.session.running:
            seat = table.session.seat
            player = players.get(seat)
            if player is not None:
                table.session.play(player.choose(table.session.states, 0, seat, table.session.mask))
                continue
            if people > 1 and last not in (None, seat):
                ask(f"{str(table.session.actor).title()}'s turn: press Enter when nobody else looks ")
            last = seat
            table.decide(seat)
    except (Quit, EOFError):
        pass
    return table.session
