"""A ladder: agents play each other in a folder that grows, and are rated by all the games in it.

Agents join one after the other. Each plays the same deals, from every seat, against agents drawn from those that joined
before it, so a new agent adds games and changes none. Ratings are those of the Bradley-Terry model over all pairs of
seats of a game, on the scale of Elo; their intervals come from drawing the deals anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import choix
import numpy as np
from numpy.typing import NDArray

from scythe_env.core.agent import Player
from scythe_env.core.document import parse
from scythe_env.core.fields import whole
from scythe_env.core.game import Game
from scythe_env.core.registry import game_class, parse_agent, registered_name

from .evaluation import Outcome, baselines, played
from .files import naming, read_json, write_file
from .settings import read

LADDER_FILE: Final = "ladder.json"
GAMES_FILE: Final = "games.jsonl"

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


class Ladder:
    """The agents and games of a folder.

    Attributes:
        folder: where they are kept.
        game: what is played.
        seed: of deals and agents.
        agents: their texts, in the order in which they joined.
        games: what was played, by agent, deal and turn of the table.
    """

    def __init__(self, folder: Path, game: Game, seed: int, agents: list[str]) -> None:
        self.folder, self.game, self.seed, self.agents = folder, game, seed, agents
        self.games: dict[tuple[str, int, int], Outcome] = {}

    @classmethod
    def start(cls, folder: Path, game: Game, seed: int = 0) -> Ladder:
        """A new ladder in a new or empty folder.

        Raises:
            ValueError: the folder is not empty, or the game has a single seat.
            OSError: it cannot be written.
        """
        if folder.exists() and any(folder.iterdir()):
            raise ValueError(f"{folder} is not an empty folder")
        if game.num_players < 2 or game.scripted_seats:
            raise ValueError("a ladder needs games of two players or more, all of them agents")
        folder.mkdir(parents=True, exist_ok=True)
        ladder = cls(folder, game, seed, [])
        ladder._write()
        return ladder

    @classmethod
    def open(cls, folder: Path) -> Ladder:
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
        ladder = cls(folder, game, document["seed"], agents)
        ladder._read_games()
        return ladder

    def join(self, texts: Sequence[str]) -> None:
        """Let agents join, those that have not.

        Raises:
            ValueError: an agent does not exist, or does not fit, or plays by the clock.
            OSError: the ladder cannot be written.
        """
        for text in texts:
            if getattr(parse_agent(text, self.game), "seconds", None) is not None:
                raise ValueError(f"agent {text!r} plays by the clock: ratings are for fixed numbers of re-deals")
        self.agents += [text for text in dict.fromkeys(texts) if text not in self.agents]
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
            ValueError: an agent chose an illegal action.
            OSError: a game cannot be written; those before are kept.
        """
        missing = self.missing(deals)
        work = partial(_play_part, self.game, self.seed, self.agents, missing)
        parts = spread(work, len(missing), 1) if spread else ((range(k, k + 1), None) for k in range(len(missing)))
        file = self.folder / GAMES_FILE
        with naming(file), file.open("a", encoding="utf-8") as out:
            for part, found in parts:
                for (agent, deal), outcomes in zip(missing[part.start : part.stop], found or work(part), strict=True):
                    new = [turn for turn in range(len(outcomes)) if (agent, deal, turn) not in self.games]
                    rows = ({"agent": agent, "deal": deal, "turn": turn, **outcomes[turn]._asdict()} for turn in new)
                    out.write("".join(json.dumps(row) + "\n" for row in rows))
                    out.flush()
                    self.games |= {(agent, deal, turn): outcomes[turn] for turn in new}
                advance()
                if stopped():
                    break

    def ratings(self) -> list[Rating]:
        """The agents that have played, the strongest first; the anchor is the best baseline of these, or the first."""
        names = [name for name in self.agents if any(name in outcome.seating for outcome in self.games.values())]
        if len(names) < 2:
            return []
        anchor = names.index(next((name for name in baselines(self.game) if name in names), names[0]))
        by_deal: dict[tuple[str, int], NDArray[np.float64]] = {}
        for (agent, deal, _), outcome in self.games.items():
            wins = by_deal.setdefault((agent, deal), np.zeros((len(names), len(names))))
            _count(outcome, names, wins)
        stacked = np.array(list(by_deal.values()))
        rated = _rated(stacked.sum(0), anchor)
        draw = np.random.default_rng(self.seed)
        again = [_rated(stacked[draw.integers(len(stacked), size=len(stacked))].sum(0), anchor) for _ in range(_DRAWS)]
        low, high = np.percentile(again, (2.5, 97.5), axis=0)
        found = []
        for k, name in enumerate(names):
            seats = [(one, seat) for one in self.games.values() for seat, who in enumerate(one.seating) if who == name]
            won = sum(1 / one.ranks.count(1) for one, seat in seats if one.ranks[seat] == 1)
            score = sum(one.scores[seat] for one, seat in seats)
            figures = float(rated[k]), float(low[k]), float(high[k])
            found.append(Rating(name, *figures, len(seats), won / len(seats), score / len(seats)))
        return sorted(found, key=lambda rating: -rating.rating)

    def as_dict(self) -> dict[str, Any]:
        """The ratings as they are written to JSON."""
        return {
            **self.game.options(),
            "seed": self.seed,
            "games": len(self.games),
            "ratings": [rating._asdict() for rating in self.ratings()],
        }

    def _write(self) -> None:
        document = {
            "game": registered_name(self.game),
            "config": asdict(self.game.config),
            "seed": self.seed,
            "agents": self.agents,
        }
        write_file(self.folder / LADDER_FILE, (json.dumps(document, indent=2) + "\n").encode())

    def _read_games(self) -> None:
        """Read the games that are whole; one that was being written when its process died is dropped."""
        file = self.folder / GAMES_FILE
        if not file.exists():
            return
        text = file.read_text(encoding="utf-8")
        kept = text[: text.rfind("\n") + 1]
        for number, line in enumerate(kept.splitlines(), 1):
            try:
                row = parse(line)
            except ValueError as error:
                raise ValueError(f"{file}: line {number}: {error}") from None
            if not isinstance(row, dict) or set(row) != _KEYS or not self._fits(row):
                raise ValueError(f"{file}: line {number}: not a game of this ladder")
            key = row.pop("agent"), row.pop("deal"), row.pop("turn")
            if key in self.games:
                raise ValueError(f"{file}: line {number}: this game is there twice")
            self.games[key] = Outcome(**row)
        if kept != text:
            write_file(file, kept.encode())

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
            and all(name in self.agents for name in row["seating"])
        )


def _play_part(game: Game, seed: int, agents: list[str], missing: list[tuple[str, int]], part: range) -> list[Any]:
    """The games of some agents and deals: one for each turn of the table."""
    return [_play_deal(game, seed, agents, *missing[k]) for k in part]


def _play_deal(game: Game, seed: int, agents: list[str], agent: str, deal: int) -> list[Outcome]:
    seats, number = game.num_players, agents.index(agent)
    draw = np.random.default_rng((seed, number, deal))
    line_up = [agent, *(agents[k] for k in draw.integers(number, size=seats - 1))]
    players = {name: Player(game, parse_agent(name, game)) for name in dict.fromkeys(line_up)}
    deal_seed, *_ = np.random.SeedSequence((seed, deal)).generate_state(1, np.uint64).tolist()
    found = []
    for turn in range(seats):
        for k, player in enumerate(players.values()):
            own, *_ = np.random.SeedSequence((seed, number, deal, turn, k)).generate_state(1, np.uint64).tolist()
            player.reset(own)
        found.append(played(game, players, [line_up[(seat - turn) % seats] for seat in range(seats)], deal_seed))
    return found


def _count(outcome: Outcome, names: list[str], wins: NDArray[np.float64]) -> None:
    """Add the pairs of a game: who was before whom; equals have half of it each."""
    seated = [(names.index(name), rank) for name, rank in zip(outcome.seating, outcome.ranks, strict=True)]
    for one, own in seated:
        for other, rank in seated:
            if one != other:
                wins[one, other] += 1.0 if own < rank else 0.5 if own == rank else 0.0


def _rated(wins: NDArray[np.float64], anchor: int) -> NDArray[np.float64]:
    strengths = choix.ilsr_pairwise_dense(wins, alpha=_PRIOR)
    return ANCHOR_RATING + _SCALE * (strengths - strengths[anchor])  # type: ignore[no-any-return]
