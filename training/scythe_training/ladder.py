"""A ladder: agents play each other in a folder that grows, and are rated by all the games in it.

Agents join one after the other. Each plays the same deals, from every seat, against agents drawn from those that joined
before it, so a new agent adds games and changes none. Ratings are those of the Bradley-Terry model over all pairs of
seats of a game, on the scale of Elo; their intervals come from drawing the deals anew.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import choix
import numpy as np
from numpy.typing import NDArray

from scythe_env.core.document import parse
from scythe_env.core.fields import whole
from scythe_env.core.game import Game, Mask
from scythe_env.core.registry import game_class, registered_name

from .conduct import CONDUCT, LEFT_OUT, STOP, AgentFailed, Conduct
from .evaluation import Outcome, baselines, played, turn_time
from .files import GrowingFile, check_new, read_json, write_file
from .options import spelled
from .origin import Origin
from .settings import read

LADDER_FILE: Final = "ladder.json"
GAMES_FILE: Final = "games.jsonl"
RECORD_FILE: Final = "record.json"

ANCHOR_RATING: Final = 1000
_SCALE: Final = 400 / np.log(10)  # of Elo
_PRIOR: Final = 0.1  # a tenth of a game won and lost against each: a rating is finite where one has won all
_DRAWS: Final = 200  # of the deals, for intervals
_KEYS: Final = {"agent", "deal", "turn", "seating", "scores", "ranks", "rounds", "ended"}


class Rating(NamedTuple):
    """How strong an agent is.

    Attributes:
        agent: its text.
        rating: on the scale of Elo, where the anchor has :data:`ANCHOR_RATING`: 400 points more are ten wins to one.
        low: lower end of the 95 % interval.
        high: upper end.
        games: that it has played; a seat counts as a game.
        wins: share of them that it has won; k that share a victory have 1/k of it each.
        score: its mean score.
    """

    agent: str
    rating: float
    low: float
    high: float
    games: int
    wins: float
    score: float


class Share(NamedTuple):
    """How an agent does with one of the names by which seats differ, such as a faction.

    Attributes:
        agent: its text.
        name: with what it plays.
        rating: among all agents with all names, on the scale of Elo, where the anchor has on average
            :data:`ANCHOR_RATING`.
        low: lower end of the 95 % interval.
        high: upper end.
        games: that it has played with it.
        wins: share of them that it has won.
    """

    agent: str
    name: str
    rating: float
    low: float
    high: float
    games: int
    wins: float


class Pair(NamedTuple):
    """How two agents do at the same tables.

    Attributes:
        agent: the text of one.
        other: the text of the other.
        games: pairs of their seats.
        wins: share of them in which the first was before the other; equals are half before each other.
    """

    agent: str
    other: str
    games: int
    wins: float


@dataclass(frozen=True, kw_only=True)
class Run:
    """Games that a command has added to a ladder.

    Attributes:
        origin: when, by which code and where it ran.
        games: that it has added.
        cluster: whether they were played on a Ray cluster, of which the origin then names one machine.
    """

    origin: Origin
    games: int
    cluster: bool


@dataclass(frozen=True, kw_only=True)
class Record:
    """What is noted of a ladder beside its games.

    Attributes:
        milliseconds: a turn of each agent takes, measured when it joined.
        runs: by which its games were played.
    """

    milliseconds: dict[str, float]
    runs: list[Run]


class Ladder:
    """The agents and games of a folder.

    Attributes:
        folder: where they are kept.
        game: what is played.
        seed: of deals and agents.
        agents: their texts, in the order in which they joined.
        games: what was played, by agent, deal and turn of the table.
        conduct: how it deals with agents: which files are trusted, what follows if one fails. Games in which one failed
            are kept as lost; whether they count is asked anew each time.
        record: what is noted beside.
    """

    def __init__(self, folder: Path, game: Game, seed: int, agents: list[str], conduct: Conduct = CONDUCT) -> None:
        self.folder, self.game, self.seed, self.agents, self.conduct = folder, game, seed, agents, conduct
        self.games: dict[tuple[str, int, int], Outcome] = {}
        self.record = Record(milliseconds={}, runs=[])
        self._file = GrowingFile(folder / GAMES_FILE)

    @classmethod
    def start(cls, folder: Path, game: Game, seed: int = 0, conduct: Conduct = CONDUCT) -> Ladder:
        """A new ladder in a new or empty folder.

        Raises:
            ValueError: the folder is not empty, or the game has a single seat.
            OSError: it cannot be written.
        """
        check_new(folder, instead="")
        if game.num_players < 2 or game.scripted_seats:
            raise ValueError("a ladder needs games of two players or more, all of them agents")
        folder.mkdir(parents=True, exist_ok=True)
        ladder = cls(folder, game, seed, [], conduct)
        ladder._write()
        return ladder

    @classmethod
    def open(cls, folder: Path, conduct: Conduct = CONDUCT) -> Ladder:
        """The ladder in a folder.

        Raises:
            ValueError: it is missing or damaged; names the file and the line.
        """
        file = folder / LADDER_FILE
        document = read_json(file)
        if not isinstance(document, dict) or set(document) != {"game", "config", "seed", "agents"}:
            raise ValueError(f"{file}: not a ladder")
        kind: Any = game_class(str(document["game"]))
        game = kind(read(kind.config_type, document["config"], str(file)))
        agents = document["agents"]
        right = isinstance(agents, list) and all(isinstance(one, str) for one in agents)
        if not right or type(document["seed"]) is not int or document["seed"] < 0:
            raise ValueError(f"{file}: damaged: agents are texts, and the seed is a number of at least 0")
        ladder = cls(folder, game, document["seed"], agents, conduct)
        ladder._read_games()
        noted = folder / RECORD_FILE
        if noted.exists():
            ladder.record = read(Record, read_json(noted), str(noted))
        return ladder

    def join(self, texts: Sequence[str]) -> None:
        """Let agents join, those that have not, once it is measured how long a turn takes them.

        Raises:
            ValueError: an agent does not exist, or does not fit, plays by the clock, or fails as its turn is measured.
            OSError: the ladder cannot be written.
        """
        agents = {text: self.conduct.agent(text, self.game) for text in texts}
        for text, agent in agents.items():
            if getattr(agent, "seconds", None) is not None:
                raise ValueError(f"agent {text!r} plays by the clock: ratings are for fixed numbers of re-deals")
        for text, agent in agents.items():
            if text not in self.record.milliseconds:
                try:
                    self.record.milliseconds[text] = 1000 * turn_time(self.game, text, agent, self.conduct)
                except AgentFailed:
                    if self.conduct.failures == STOP:
                        raise
                self._note()
            if text not in self.agents:
                self.agents.append(text)
                self._write()

    def missing(self, deals: int) -> list[tuple[str, int]]:
        """Agents and deals that are still to be played, when each plays this many deals.

        Raises:
            TypeError, ValueError: the number is impossible.
        """
        if whole(deals, "the number of deals") < 1:
            raise ValueError(f"deals must be at least 1, not {deals}")
        seats = range(self.game.num_players)
        pairs = ((agent, deal) for deal in range(deals) for agent in self.agents[1:])
        return [(agent, deal) for agent, deal in pairs if any((agent, deal, turn) not in self.games for turn in seats)]

    def play(
        self,
        deals: int,
        advance: Callable[[], Any] = lambda: None,
        stopped: Callable[[], bool] = lambda: False,
        spread: Callable[..., Iterator[tuple[range, Any]]] | None = None,
    ) -> None:
        """Play what is missing, and keep each deal when its games are over.

        Args:
            deals: of each agent but the first.
            advance: called after each deal.
            stopped: asked after each deal whether to end.
            spread: ``(work, number, 1)`` does ``work(range(k, k + 1))`` for each k on other machines and yields parts
                and results as they finish (:mod:`.distributed`).

        Raises:
            ValueError: an agent failed, and all ends then.
            OSError: a game cannot be written; those before are kept.
        """
        missing = self.missing(deals)
        work = partial(_play_part, self.game, self.seed, self.agents, self.conduct, missing)
        parts = spread(work, len(missing), 1) if spread else ((range(k, k + 1), None) for k in range(len(missing)))
        before = len(self.games)
        try:
            with self._file.growing() as append:
                for part, found in parts:
                    for (agent, deal), one in zip(missing[part.start : part.stop], found or work(part), strict=True):
                        self._keep(agent, deal, one, append)
                    advance()
                    if stopped():
                        break
        finally:
            if len(self.games) > before:
                run = Run(origin=Origin.here(), games=len(self.games) - before, cluster=spread is not None)
                self.record.runs.append(run)
                self._note()

    def _keep(self, agent: str, deal: int, outcomes: Sequence[Outcome], append: Callable[[str], None]) -> None:
        """Write the games of a deal that are not kept yet."""
        new = {(agent, deal, turn): one for turn, one in enumerate(outcomes) if (agent, deal, turn) not in self.games}
        rows = ({"agent": agent, "deal": deal, "turn": turn, **_written(one)} for (_, _, turn), one in new.items())
        append("".join(json.dumps(row) + "\n" for row in rows))
        self.games |= new

    @property
    def counted(self) -> dict[tuple[str, int, int], Outcome]:
        """The games that ratings follow from."""
        left_out = self.conduct.failures == LEFT_OUT
        return {key: outcome for key, outcome in self.games.items() if not (left_out and outcome.failure)}

    @property
    def failures(self) -> list[str]:
        """What went wrong, for each game in which an agent failed."""
        return [outcome.failure for outcome in self.games.values() if outcome.failure]

    def ratings(self) -> list[Rating]:
        """The agents that have played, the strongest first; the anchor is the best baseline of these, or the first."""
        names = self._played()
        if len(names) < 2:
            return []
        games = self.counted
        seated = {key: [(name,) for name in outcome.seating] for key, outcome in games.items()}
        found = []
        for name, rate in zip(names, self._rate([(name,) for name in names], seated), strict=True):
            seats = [(one, seat) for one in games.values() for seat, who in enumerate(one.seating) if who == name]
            won, score = sum(_won(*seat) for seat in seats), sum(one.scores[seat] for one, seat in seats)
            found.append(Rating(name, *rate, len(seats), won / len(seats), score / len(seats)))
        return sorted(found, key=lambda rating: -rating.rating)

    def shares(self, about: str) -> list[Share]:
        """The agents with each of the names by which seats differ, in the order of agents and names.

        Args:
            about: one of :attr:`.Game.info_names`, such as a faction.
        """
        names, states = self.game.info_names[about], self.game.new_states(1)
        mask: Mask = np.zeros(self.game.num_actions, np.int8)
        seated: dict[tuple[str, int, int], list[tuple[str, str]]] = {}
        won: dict[tuple[str, str], list[float]] = {}
        for key, outcome in self.counted.items():
            self.game.reset(states, 0, _deal_seed(self.seed, key[1]), mask)
            dealt = [names[self.game.about(states, 0, seat)[about]] for seat in range(self.game.num_players)]
            seated[key] = list(zip(outcome.seating, dealt, strict=True))
            for seat, item in enumerate(seated[key]):
                won.setdefault(item, []).append(_won(outcome, seat))
        items = [item for item in product(self._played(), names) if item in won]
        if not items:
            return []
        return [
            Share(*item, *rate, len(won[item]), sum(won[item]) / len(won[item]))
            for item, rate in zip(items, self._rate(items, seated), strict=True)
        ]

    def pairs(self) -> list[Pair]:
        """Each agent with each other one that it has met, in the order of the agents."""
        names = self._played()
        wins = np.zeros((len(names), len(names)))
        for outcome in self.counted.values():
            _count([names.index(name) for name in outcome.seating], outcome.ranks, wins)
        met = wins + wins.T
        return [
            Pair(names[a], names[b], int(met[a, b]), float(wins[a, b] / met[a, b]))
            for a, b in np.argwhere(met).tolist()
        ]

    def command(self) -> str:
        """The command that plays these games, in another folder."""
        deals, words = 1 + max((deal for _, deal, _ in self.games), default=0), spelled(self.game, players=2)
        return f"scythe ladder FOLDER {shlex.join(self.agents)} --deals {deals} --seed {self.seed} {words}".rstrip()

    def as_dict(self) -> dict[str, Any]:
        """The ratings, and all else that is known, as JSON values."""
        return {
            "game": registered_name(self.game),
            **self.game.options(),
            "seed": self.seed,
            "games": len(self.games),
            "ratings": [rating._asdict() for rating in self.ratings()],
            "shares": {about: [share._asdict() for share in self.shares(about)] for about in self.game.info_names},
            "pairs": [pair._asdict() for pair in self.pairs()],
            **asdict(self.record),
            **({"failures": self.failures} if self.failures else {}),
            "command": self.command(),
        }

    def _played(self) -> list[str]:
        """The agents that have played, in the order in which they joined."""
        there = {name for outcome in self.counted.values() for name in outcome.seating}
        return [name for name in self.agents if name in there]

    def _rate(
        self, items: Sequence[tuple[str, ...]], seated: Mapping[tuple[str, int, int], Sequence[tuple[str, ...]]]
    ) -> list[tuple[float, float, float]]:
        """The rating of each item, and the ends of its interval.

        Args:
            items: agents, alone or with something.
            seated: the item of each seat, by game.
        """
        numbers, agents = {item: k for k, item in enumerate(items)}, self._played()
        anchor = next((name for name in baselines(self.game) if name in agents), agents[0])
        anchors = [k for k, (agent, *_) in enumerate(items) if agent == anchor]
        by_deal: dict[tuple[str, int], NDArray[np.float64]] = {}
        for key, seats in seated.items():
            wins = by_deal.setdefault(key[:2], np.zeros((len(items), len(items))))
            _count([numbers[one] for one in seats], self.games[key].ranks, wins)
        stacked = np.array(list(by_deal.values()))
        draw = np.random.default_rng(self.seed)
        again = [_rated(stacked[draw.integers(len(stacked), size=len(stacked))].sum(0), anchors) for _ in range(_DRAWS)]
        low, high = np.percentile(again, (2.5, 97.5), axis=0).tolist()
        return list(zip(_rated(stacked.sum(0), anchors).tolist(), low, high, strict=True))

    def _write(self) -> None:
        document = {
            "game": registered_name(self.game),
            "config": asdict(self.game.config),
            "seed": self.seed,
            "agents": self.agents,
        }
        write_file(self.folder / LADDER_FILE, (json.dumps(document, indent=2) + "\n").encode())

    def _note(self) -> None:
        write_file(self.folder / RECORD_FILE, (json.dumps(asdict(self.record), indent=2) + "\n").encode())

    def _read_games(self) -> None:
        """Read the games that are whole; what is written of another one gives way to the next that is played."""
        file = self._file.path
        for number, line in enumerate(self._file.read().splitlines(), 1):
            try:
                row = parse(line)
            except ValueError as error:
                raise ValueError(f"{file}: line {number}: {error}") from None
            if not isinstance(row, dict) or set(row) - {"failure"} != _KEYS or not self._fits(row):
                raise ValueError(f"{file}: line {number}: not a game of this ladder")
            key = row.pop("agent"), row.pop("deal"), row.pop("turn")
            if key in self.games:
                raise ValueError(f"{file}: line {number}: this game is there twice")
            self.games[key] = Outcome(**row)

    def _fits(self, row: dict[str, Any]) -> bool:
        seats = self.game.num_players
        lists = [row[name] for name in ("seating", "scores", "ranks")]
        numbers = [row["deal"], row["turn"], row["rounds"], *(row["scores"] if isinstance(row["scores"], list) else ())]
        return (
            all(isinstance(one, list) and len(one) == seats for one in lists)
            and all(type(number) is int for number in numbers)
            and all(type(rank) is int and 1 <= rank <= seats for rank in row["ranks"])
            and 1 in row["ranks"]
            and row["deal"] >= 0
            and 0 <= row["turn"] < seats
            and row["agent"] in self.agents
            and isinstance(row.get("failure", ""), str)
            and all(name in self.agents for name in row["seating"])
        )


def _written(outcome: Outcome) -> dict[str, Any]:
    """A game as its line has it: what went wrong only if something did."""
    return {name: value for name, value in outcome._asdict().items() if name != "failure" or value}


def _play_part(
    game: Game, seed: int, agents: list[str], conduct: Conduct, missing: list[tuple[str, int]], part: range
) -> list[Any]:
    """The games of some agents and deals: one for each turn of the table."""
    return [_play_deal(game, seed, agents, conduct, *missing[k]) for k in part]


def _play_deal(game: Game, seed: int, agents: list[str], conduct: Conduct, agent: str, deal: int) -> list[Outcome]:
    seats, number = game.num_players, agents.index(agent)
    draw = np.random.default_rng((seed, number, deal))
    line_up = [agent, *(agents[k] for k in draw.integers(number, size=seats - 1))]
    players = {name: conduct.player(game, name, conduct.agent(name, game)) for name in dict.fromkeys(line_up)}
    found = []
    for turn in range(seats):
        for k, player in enumerate(players.values()):
            own, *_ = np.random.SeedSequence((seed, number, deal, turn, k)).generate_state(1, np.uint64).tolist()
            player.reset(own)
        seating = [line_up[(seat - turn) % seats] for seat in range(seats)]
        called = f"deal {deal} of {agent}, turn {turn}"
        found.append(played(game, players, seating, _deal_seed(seed, deal), conduct, called))
    return found


def _deal_seed(seed: int, deal: int) -> int:
    """The seed of a deal of a ladder."""
    found, *_ = np.random.SeedSequence((seed, deal)).generate_state(1, np.uint64).tolist()
    return int(found)


def _won(outcome: Outcome, seat: int) -> float:
    """The seat's share of the victory."""
    return 1 / outcome.ranks.count(1) if outcome.ranks[seat] == 1 else 0.0


def _count(items: Sequence[int], ranks: Sequence[int], wins: NDArray[np.float64]) -> None:
    """Add the pairs of a game, by the item of each seat: who was before whom; equals have half of it each."""
    for one, own in zip(items, ranks, strict=True):
        for other, rank in zip(items, ranks, strict=True):
            if one != other:
                wins[one, other] += 1.0 if own < rank else 0.5 if own == rank else 0.0


def _rated(wins: NDArray[np.float64], anchors: Sequence[int]) -> NDArray[np.float64]:
    """Ratings by who was before whom, where those of the anchors have their rating on average."""
    strengths = choix.ilsr_pairwise_dense(wins, alpha=_PRIOR)
    return ANCHOR_RATING + _SCALE * (strengths - strengths[list(anchors)].mean())  # type: ignore[no-any-return]
