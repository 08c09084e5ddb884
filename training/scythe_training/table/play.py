"""Games at the table: :class:`TableGame`, which people and agents play, and which knows no game by name."""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal

import numpy as np

from scythe_env.core.agent import Agent, Player
from scythe_env.core.game import Game, Mask, States
from scythe_env.core.session import Session
from scythe_env.core.viewer.recorded import Judge, tracked

from ..conduct import CONDUCT, AgentFailed
from ..undo import Past

HUMAN: Final = "human"
"""In place of an agent's text: a person at the table."""

Stop = Literal["decision", "turn"]
"""How far a paused game goes on when it is told to."""

MOST_CHOICES: Final = 12
"""Choices of an agent's thoughts that are told."""


class Conflict(ValueError):
    """What was asked for does not fit the game as it stands now, for example as somebody else has moved."""


class TableGame:
    """A game under way, which a thread of its own plays on for the agents.

    Args:
        session: the game, with a log.
        players: :data:`HUMAN` or the text of an agent for each seat that is not scripted, in turn order.
        agents: the agents by their texts; each seat gets a copy of its own.
        seed: of the agents.
        analysis: whether decisions may be taken back although something hidden was revealed since.
        paused: whether agents wait until they are told to go on.
        judge: tells the chances of the seats, for the course; None for nobody.
        changed: called after each change with the game, from the thread that made it.

    Attributes:
        session: the game; to be read under :attr:`lock`.
        players: see above.
        seats: the same for all seats, with what plays the scripted ones.
        analysis: see above.
        lock: to be held while several facts are read.
        version: grows with every change.
        failure: why an agent failed, None as long as none has.
        course: of each turn that has begun, its number of decisions so far and what the game tracks.
    """

    def __init__(
        self,
        session: Session,
        players: Sequence[str],
        agents: Mapping[str, Agent],
        *,
        seed: int = 0,
        analysis: bool = False,
        paused: bool = False,
        judge: Judge | None = None,
        changed: Callable[[TableGame], None] = lambda game: None,
    ) -> None:
        open_seats = session.game.agent_seats
        if len(players) != len(open_seats):
            raise ValueError(f"{len(players)} players for {len(open_seats)} seats: one for each is needed")
        self.session, self.players, self.analysis = session, list(players), analysis
        self.seats = session.game.seated(players)
        self.lock = threading.Condition()
        self.version = 0
        self.failure: str | None = None
        self.paused, self.delay = paused, 0.0
        self.course: list[dict[str, Any]] = []
        self.thoughts: dict[str, Any] | None = None
        self._seed, self._changed, self._judge = seed, changed, judge
        self._until: Stop | None = None
        self._past = Past(free=analysis)
        self._closed = False
        self._players = self._seat_players(agents)
        self._follow()
        self._thread = threading.Thread(target=self._play_agents, name="table", daemon=True)
        self._thread.start()

    def _seat_players(self, agents: Mapping[str, Agent]) -> list[Player | None]:
        game = self.session.game
        words = np.random.SeedSequence(self._seed).generate_state(len(self.players), np.uint64)
        players: list[Player | None] = [None] * game.num_players
        for seat, text, word in zip(game.agent_seats, self.players, words.tolist(), strict=True):
            if text != HUMAN:
                players[seat] = player = CONDUCT.player(game, text, copy.copy(agents[text]))
                player.reset(word)
        return players

    # -- what people do ------------------------------------------------------------------------------------------------

    def act(self, seat: int, action: int, version: int) -> None:
        """Play a person's decision.

        Raises:
            Conflict: the game has moved on since, it is another seat's turn, or an agent's.
            TypeError, ValueError: the action is not legal; nothing has changed.
        """
        with self.lock:
            self._check(version)
            if seat != self.session.seat or self.seats[seat] != HUMAN:
                raise Conflict("it is not this seat's decision")
            before = copy.copy(self.session)
            self.session.play(action)
            self._past.add(before, seat)
            self._moved(None)

    def undo(self, seat: int, version: int) -> None:
        """Take back the last decision of a person and all that came after it.

        Raises:
            Conflict: the game has moved on since, there is none, or something hidden was revealed since.
        """
        with self.lock:
            self._check(version)
            reason = self._past.why_not(self.session, seat)
            if reason:
                raise Conflict(reason)
            self.session = self._past.take_back(seat)
            done = len(self.session.decisions)
            self.course = [turn for turn in self.course if turn["decisions"] <= done]
            self._moved(None)

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take back its last decision."""
        return not self._past.why_not(self.session, seat)

    def pace(self, *, paused: bool, delay: float, until: Stop | None = None) -> None:
        """How agents go on.

        Args:
            paused: whether they wait.
            delay: seconds between decisions of agents.
            until: for a paused game: play on to the end of this.

        Raises:
            ValueError: an argument is impossible.
        """
        if not 0 <= delay <= 60:
            raise ValueError(f"the delay must be 0 to 60 seconds, not {delay}")
        if until not in (None, "decision", "turn"):
            raise ValueError(f"agents go on to the end of a decision or a turn, not {until!r}")
        with self.lock:
            self.paused, self.delay, self._until = paused, float(delay), until
            self._tell()

    def close(self) -> None:
        """End the thread."""
        with self.lock:
            self._closed = True
            self.lock.notify_all()

    # -- what agents do ------------------------------------------------------------------------------------------------

    def _play_agents(self) -> None:
        while True:
            with self.lock:
                self.lock.wait_for(lambda: self._closed or self._is_due())
                if self._closed:
                    return
                version, seat, delay = self.version, self.session.seat, self.delay
                states, mask, player = self.session.states.copy(), self.session.mask.copy(), self._players[seat]
                assert player is not None
            began = time.monotonic()
            answer, failure = None, None
            try:
                answer = asked(player, self.seats[seat], self.session.game, states, seat, mask)
            except AgentFailed as failed:
                failure = str(failed)
            with self.lock:
                left = delay - (time.monotonic() - began)
                self.lock.wait_for(partial(self._has_changed, version), max(left, 0))
                if self._has_changed(version):
                    continue
                if answer is None:
                    self.failure = failure
                    self._tell()
                else:
                    self._play_one(*answer)

    def _has_changed(self, version: int) -> bool:
        return self._closed or self.version != version

    def _is_due(self) -> bool:
        session = self.session
        return (
            session.running
            and self._players[session.seat] is not None
            and self.failure is None
            and (not self.paused or self._until is not None)
        )

    def _play_one(self, action: int, thoughts: dict[str, Any] | None) -> None:
        game, turn = self.session.game, self._turn()
        self.session.play(action)
        if self._until == "decision" or not self.session.running or game.turn(self.session.states, 0) != turn:
            self._until = None
        self._moved(thoughts)

    def _moved(self, thoughts: dict[str, Any] | None) -> None:
        self.failure = None
        if thoughts is not None:
            self.thoughts = thoughts
        self._follow()
        self._tell()

    def _tell(self) -> None:
        self.version += 1
        self.lock.notify_all()
        self._changed(self)

    # -- what is known -------------------------------------------------------------------------------------------------

    def _turn(self) -> int:
        return self.session.game.turn(self.session.states, 0)

    def _follow(self) -> None:
        """Note what the game tracks, at the beginning of each turn and at the end."""
        number = self._turn() if self.session.running else -1
        if not self.course or self.course[-1]["turn"] != number:
            self.course.append(tracked(self.session, number, self._judge))

    def _check(self, version: int) -> None:
        if version != self.version:
            raise Conflict("the game has moved on: this is how it stands now")


def asked(
    player: Player, name: str, game: Game, states: States, seat: int, mask: Mask
) -> tuple[int, dict[str, Any] | None]:
    """The action of a player, and what it thought of the decision, as JSON values; None if it does not tell.

    Args:
        player: that :meth:`.Conduct.player` has seated.
        name: of its agent.
        game: the rules.
        states: the record of the game, (1,).
        seat: of the player, whose decision it is.
        mask: the legal actions.

    Raises:
        AgentFailed: it does not choose one of these, or cannot tell what it thought.
    """
    action = player.choose(states, 0, seat, mask)
    try:
        return action, _told(player.agent, game, states, seat)
    except Exception as error:  # of code that others wrote
        reason = f"its thoughts: {type(error).__name__}: {error}"
        raise AgentFailed(f"agent {name!r} at seat {seat}: {reason}") from error


def _told(agent: Agent, game: Game, states: States, seat: int) -> dict[str, Any] | None:
    insight = agent.insight()
    if insight is None:
        return None
    variant, due = game.variant(states, 0), int(states["decision"][0])
    choices = []
    for weighed in insight.choices[:MOST_CHOICES]:
        texts = [
            game.actions.text(one.action, due if one.decision is None else one.decision, variant)
            for one in weighed.line
        ]
        first = weighed.line[0].action if weighed.line else None
        numbers = {"share": weighed.share, "visits": weighed.visits, "value": weighed.value}
        choices.append({"text": ", ".join(texts), "action": first, **numbers})
    return {"seat": seat, "value": insight.value, "choices": choices}
