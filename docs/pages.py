"""Writes the pages that follow from declarations: ``python docs/pages.py``; a test checks that they are up to date.

They are ``decisions.md`` (the steps of a turn), ``actions.md`` and ``observation.md``, with their pictures, the front
pages of the environments (``scythe_v0.md``, ``imperial_settlers_v0.md``), and ``ladder.md``, ``benchmark.md`` and
``imperial_settlers/study.md``, from the results in ``results``. The ratings of the ladders go into the package, too, which
comes without these.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from scipy.optimize import brentq
from scythe_training.agents import RATINGS_FILE, ratings_of
from scythe_training.benchmark import LEAST_SEEDS, MOST_SEEDS, TASKS, Result, Task, read_result
from scythe_training.origin import Origin
from scythe_training.settlers_study import percent, points

from scythe_env.core.game import Game
from scythe_env.core.options import options
from scythe_env.core.registry import registered_name
from scythe_env.core.steps import PLAIN, Number
from scythe_env.imperial_settlers import actions as settlers_actions
from scythe_env.imperial_settlers import observation as settlers_observation
from scythe_env.imperial_settlers import steps as settlers_steps
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.scythe.actions import ACTIONS
from scythe_env.scythe.automa_observation import AUTOMA_GAME, AUTOMA_GAME_SIZE, AUTOMA_SEAT, AUTOMA_SEAT_SIZE
from scythe_env.scythe.components import FACTIONS, load_components
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.observation import GAME, GAME_SIZE, SEAT, SEAT_SIZE, STANDING, STANDING_SIZE
from scythe_env.scythe.steps import TABLE

DOCS = Path(__file__).parent
_COLORS = ("#cfe3f5", "#f6e2c4", "#d9ead0", "#ead5e8", "#f5d3cf", "#dedede")
_TERRAINS = {
    "mountain": "#d8c3a5", "farm": "#f5e3a1", "tundra": "#dfe6ea", "forest": "#bcd8b0", "village": "#f0c9b8",
    "lake": "#a9cfe8", "factory": "#c9c9c9",
}  # fmt: skip
_SIZE = 34  # of a hex, in units of the picture
_EXAMPLE = FACTIONS.index("nordic")


def pages() -> dict[str, str]:
    """All pages and pictures, and the ratings of the package, by their place from the folder of documents."""
    return {
        "decisions.md": decisions(),
        "actions.md": actions(),
        "observation.md": observation(),
        "scythe_v0.md": front(SCYTHE),
        "imperial_settlers_v0.md": front(SETTLERS),
        "ladder.md": ladder(),
        os.path.relpath(RATINGS_FILE, DOCS): json.dumps([ratings_of(one) for one in ladders()], indent=1) + "\n",
        "benchmark.md": benchmark(),
        "imperial_settlers/decisions.md": settlers_decisions(),
        "imperial_settlers/actions.md": settlers_action_page(),
        "imperial_settlers/observation.md": settlers_observation_page(),
        "imperial_settlers/study.md": settlers_study(),
        "images/hexes.svg": hexes(),
        "images/actions.svg": bar([(block.name, block.first, block.size) for block in ACTIONS.blocks]),
        "images/observation.svg": bar(
            [(block.name, block.where.start, math.prod(block.shape)) for block in GAME.blocks()]
        ),
        "images/observation_seat.svg": bar(
            [(block.name, block.where.start, math.prod(block.shape)) for block in SEAT.blocks()]
        ),
    }


def table(header: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    header = list(header)
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def decisions() -> str:
    """The steps of a turn."""

    def meaning(number: Number | None) -> str:
        if number is None:
            return ""
        names = number.names_for(_EXAMPLE)
        values = "a number" if names is PLAIN else "a hex" if len(names) > 20 else ", ".join(names)
        return f"`{number.key}`: {values}{' or null' if number.optional else ''}"

    def row(number: int) -> tuple[str, ...]:
        step = TABLE[number]
        on, groups = ", ".join(step.on), ", ".join(step.groups)
        return str(number), step.text, step.chapter, step.meaning, meaning(step.a), meaning(step.b), on, groups

    header = ("number", "step", "rule", "what it is about", "first number", "second number", "above", "group")
    split = len(TABLE.decisions)
    return f"""# The steps of a turn

A turn is a stack of steps; the one on top is due. A decision waits for an action of its seat; automatic steps run by
themselves. The tables follow from `scythe_env/scythe/steps.py`, where each step is declared in one row; the codes are those of
the rule statements ([conformance.md](conformance.md)). Documents ([notation.md](notation.md)) use the names of the steps
and of their numbers; the mechs shown here are Nordic's. The column "above" names the steps, or the groups of steps, that may
be directly below a step on the stack. Steps of the group "with Automas" occur in games with Automas alone.

## Decisions

{table(header, map(row, range(split)))}

## Automatic steps

{table(header, map(row, range(split, len(TABLE))))}
"""


def actions() -> str:
    """The catalogue of actions."""
    rows = []
    for block in ACTIONS.blocks:
        texts = block.texts_for(_EXAMPLE, -1)
        shown = ", ".join(f"`{text}`" for text in texts[:4]) + (", ..." if block.size > 4 else "")
        where = f"{block.first}..{block.first + block.size - 1}" if block.size > 1 else block.first
        rows.append((f"`{block.name}`", where, block.size, shown, block.meaning))
    return f"""# The actions

`Discrete({ACTIONS.size})`: one space for the whole game, divided into blocks. What an action means depends on the decision that is
due ([decisions.md](decisions.md)); the mask says which are legal. Each action has a text, which logs and documents use and
which can be parsed back; `scythe info --actions` lists them all. The table follows from `scythe_env/scythe/actions.py`.

![The blocks of the action space](images/actions.svg)

{table(("block", "actions", "size", "texts", "what they stand for"), rows)}

Places are the {len(load_components().board.hexes)} hexes in the order of this picture, then the home bases in the order of the
factions:

![The hexes by name and number](images/hexes.svg)
"""


def observation() -> str:
    """The blocks of the observation."""

    def rows(blocks: Iterable) -> Iterator[tuple[object, ...]]:
        for block in blocks:
            shape = " x ".join(map(str, block.shape))
            where = f"{block.where.start}:{block.where.stop}"
            yield f"`{block.name}`", where, shape, f"{block.low:g} to {block.high:g}", block.meaning

    header = ("block", "slice", "shape", "range", "meaning")
    sizes = ", ".join(f"{GAME_SIZE + players * SEAT_SIZE:,} at {players}" for players in range(1, 8))
    return f"""# The observation

A vector of float32 with what the observing seat may know at the table, including what a perfect memory would remember, and
nothing else. It begins with {GAME_SIZE} numbers about the game, followed by {SEAT_SIZE} for each seat, the observer first, the
others clockwise from it: {sizes} players. The tables follow from `scythe_env/scythe/observation.py`.

## The game

![The blocks of the game](images/observation.svg)

{table(header, rows(GAME.blocks()))}

## Each seat

The slices count from the beginning of the seat's part: {GAME_SIZE} + k x {SEAT_SIZE} for the k-th seat from the observer.

![The blocks of a seat](images/observation_seat.svg)

{table(header, rows(SEAT.blocks()))}

## Room for more seats, and how each stands

Two options of the game change what is observed, not what is played, so records, saved games and documents do not hold them:

- `observe_seats`: the observation has room for so many seats, of which the last are 0 at smaller tables. A policy trained with room
  for seven plays at every table.
- `observe_standing`: after the blocks of all seats follow {STANDING_SIZE} numbers for each seat that there is room for, in the same
  order, which anybody at the table can count. The slices count from the beginning of the seat's part: with room for n seats that is
  {GAME_SIZE} + n x {SEAT_SIZE} + k x {STANDING_SIZE} for the k-th seat from the observer.

{table(header, rows(STANDING.blocks()))}

An agent may observe otherwise than the game is set to (`Agent.observing`): stored policies observe every table as they did in
training.

## With Automas

In a game with Automas the same blocks come first, in the part of the game and in that of each seat, and these behind them; the
parts then have {AUTOMA_GAME_SIZE} and {AUTOMA_SEAT_SIZE} numbers. What an Automa has not, such as a player mat, is 0. They follow from
`scythe_env/scythe/automa_observation.py`.

{table(header, rows(list(AUTOMA_GAME.blocks())[len(list(GAME.blocks())) :]))}

Of each seat:

{table(header, rows(list(AUTOMA_SEAT.blocks())[len(list(SEAT.blocks())) :]))}
"""


# -- environments ------------------------------------------------------------------------------------------------------


class Front(NamedTuple):
    """What the front page of an environment says beyond what follows from its game.

    Attributes:
        title: name of the game.
        game: the game.
        folder: where its pages are.
        about: what it is.
        rewards: what each kind pays.
        endings: when a game ends by its rules, and by a limit.
        versions: of the environment, and what changed in each.
    """

    title: str
    game: type[Game]
    folder: str
    about: str
    rewards: dict[str, str]
    endings: tuple[str, str]
    versions: dict[str, str]


SCYTHE = Front(
    "Scythe",
    Scythe,
    "",
    "*Scythe* (Stonemaier Games, 2016) with *Invaders from Afar*: 7 factions and player mats, combat with hidden dials and cards, "
    "encounters, Factory cards, objectives; some seats may be Automas ([Environments](environments.md#automas)).",
    {
        "win": "1 for the winner, -1 for the others; k that share the victory get 2 / k - 1 each",
        "rank": "falls evenly from 1 for the first place to -1 for the last; equal seats share the mean of their places",
        "score": "the own coins in two hundreds, cut off at 1",
        "margin": "the distance in coins to the best other score, in hundreds, cut off at -1 and 1",
    },
    (
        "a sixth star ends the game for all at once",
        "after `max_rounds` rounds, for all at once; it is scored as it stands",
    ),
    {"v0": "the first one"},
)
SETTLERS = Front(
    "Imperial Settlers",
    ImperialSettlers,
    "imperial_settlers/",
    "The base game of *Imperial Settlers* (Portal Games, 2014) with its variants and the solo game "
    "([what is built](imperial_settlers/README.md)).",
    {
        "win": "1 for the winner, -1 for the others; k that share the victory get 2 / k - 1 each; a single player gets 1 for "
        "beating the virtual player",
        "rank": "falls evenly from 1 for the first place to -1 for the last; equal seats share the mean of their places",
        "margin": "the distance in points to the best other score, in hundreds, cut off at -1 and 1",
    },
    (
        "the fifth round ends the game for all at once",
        "after `max_decisions` decisions; the game is scored as it stands",
    ),
    {"v0": "the first one"},
)


def front(about: Front) -> str:
    """The front page of an environment, as PettingZoo has them."""
    kind = about.game
    most = next(row.most for row in options(kind.config_type) if row.name == "players")
    games = [kind(kind.config_type(players=players)) for players in range(1, most + 1)]
    spaces = [game.observation_space() for game in games]
    sizes = ", ".join(f"({game.observation_size:,},) at {game.num_players}" for game in games)
    low, high = min(float(space.low.min()) for space in spaces), max(float(space.high.max()) for space in spaces)
    facts = {
        "Import": f"`from scythe_env import {kind.name}`",
        "Gymnasium": f'`gymnasium.make("scythe_env/{about.title.replace(" ", "")}-v0")`, `gymnasium.make_vec`',
        "Actions": "discrete, with a mask",
        "Parallel API": "no: players act in turn",
        "Manual control": f"`scythe play human random --game {registered_name(kind)}`, or in the browser "
        f"`scythe table --game {registered_name(kind)}`",
        "Agents": f"1 to {most}",
        "Names of agents": "`player_0`, `player_1`, ..., clockwise",
        "Action shape": f"`Discrete({games[0].num_actions})`",
        "Action values": f"0 to {games[0].num_actions - 1}",
        "Observation shape": f'`{{"observation": ..., "action_mask": ({games[0].num_actions},)}}`, the observation {sizes} players',
        "Observation values": f"float32, {low:g} to {high:g}; the mask int8, 0 or 1",
        "Rendering": "`ansi`, `human`" + (", `rgb_array`" if kind.picture is not Game.picture else ""),
    }
    rows = (
        (f"`{row.name}`", f"`{row.default}`", row.help + (f": {', '.join(row.names)}" if row.names else ""))
        for row in options(kind.config_type)
    )
    ended, cut_off = about.endings
    return f"""# {about.title}

{about.about}

{table(("", ""), facts.items())}

```python
from scythe_env import {kind.name}

env = {kind.name}.env(players=2)
env.reset(seed=42)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        action = None
    else:
        action = env.action_space(agent).sample(observation["action_mask"])
    env.step(action)
```

## Observation

A dictionary of `observation`, what the seat may know as named blocks ([{about.folder}observation.md]({about.folder}observation.md)), and
`action_mask`, which is all 0 for agents that are not to act. `scythe info --game {registered_name(kind)}` prints the blocks.

## Actions

A turn is a sequence of small decisions ([{about.folder}decisions.md]({about.folder}decisions.md)); all share one space of actions
([{about.folder}actions.md]({about.folder}actions.md)).

## Rewards

Once, for all, when the game is over; the default of `reward` is the first.

{table(("`reward`", "pays"), ((f"`{name}`", text) for name, text in about.rewards.items()))}

[Environments](environments.md#rewards) has rewards of your own and shaping.

## End

By its rules (termination): {ended}. By a limit (truncation): {cut_off}.

## Options

Keyword arguments of all environments, and options of all commands that begin games (`--players 2`).

{table(("option", "default", "what it does"), rows)}

## Versions

{table(("version", "what changed"), about.versions.items())}

[What a version promises](promises.md) says when there will be another one.
"""


# -- results -----------------------------------------------------------------------------------------------------------


def ladders() -> list[dict[str, Any]]:
    """The ladders in ``results/ladder``, a file for each size of table."""
    found = [json.loads(file.read_text("utf-8")) for file in (DOCS / "results" / "ladder").glob("*.json")]
    return sorted(found, key=lambda one: int(one["players"]))


def ladder() -> str:
    """The ratings of the ladders."""
    tables = "\n".join(map(_rated, ladders()))
    return f"""# The ladder

Ratings of the agents by games against each other, at each size of table. Each agent plays the same deals, from every seat, against
agents drawn from those that joined before it. Ratings are those of the Bradley-Terry model, fitted to who was before whom, on the
scale of Elo: 400 points more are ten wins to one, and the heuristic has 1000. Brackets are 95 % intervals, from drawing the deals
anew. A shared victory counts as its share. The time of a turn is the mean of a game in which the agent plays all seats, asked from
Python, measured when it joined, whatever else ran on the machine then.

The tables follow from the files in `results/ladder`: `scythe ladder FOLDER --json > docs/results/ladder/two.json` writes one from a
ladder, and `python docs/pages.py` this page and the ratings that `scythe agents` shows. A command here repeats the games; a ladder that
is stopped goes on, and agents may join it later without changing what was played.
{tables}"""


def _rated(one: dict[str, Any]) -> str:
    """The section of a ladder."""
    milliseconds = one["milliseconds"]
    ratings = (
        (f"`{row['agent']}`", _interval(row), f"{row['games']:,}", f"{row['wins']:.1%}", f"{row['score']:.1f}",
         f"{milliseconds[row['agent']]:.1f}" if row["agent"] in milliseconds else "")
        for row in one["ratings"]
    )  # fmt: skip
    header = ("agent", "rating", "games", "wins", "mean score", "ms a turn")
    agents = [row["agent"] for row in one["ratings"]]
    parts = [f"\n## {one['players']} players, {one['games']:,} games\n", table(header, ratings)]
    for about, shares in one["shares"].items():
        cells = {(row["agent"], row["name"]): _interval(row) for row in shares}
        names = list(dict.fromkeys(row["name"] for row in shares))
        rows = ((f"`{agent}`", *(cells.get((agent, name), "") for name in names)) for agent in agents)
        parts += [
            f"\nRatings by {about}, where those of the heuristic have the mean 1000:\n",
            table(("agent", *names), rows),
        ]
    met = {(row["agent"], row["other"]): f"{row['wins']:.1%} of {row['games']:,}" for row in one["pairs"]}
    rows = ((f"`{agent}`", *(met.get((agent, other), "") for other in agents)) for agent in agents)
    parts += [
        "\nHow often the agent of the row is before that of the column, of the pairs of their seats:\n",
        table(("agent", *agents), rows),
    ]
    parts.append("\nPlayed by\n")
    for run in one["runs"]:
        where = " and others of a Ray cluster" if run["cluster"] else ""
        parts.append(f"- {run['games']:,} games: {Origin(**run['origin'])}{where}")
    parts.append(f"\n    {one['command']}\n")
    return "\n".join([*parts, _automas(one)] if one["players"] == 2 else parts)


def _automas(two: dict[str, Any]) -> str:
    """Where Automas stand on the scale of a ladder of two, by the games of agents that are on it."""
    solo = json.loads((DOCS / "results" / "study" / "solo.json").read_text("utf-8"))["rows"]
    strength = {row["agent"]: row["rating"] for row in two["ratings"]}
    met = [row for row in solo if row["agent"] in strength]
    agents = list(dict.fromkeys(row["agent"] for row in met))

    def excess(rating: float, level: int) -> float:
        """How many more games of agents than were won the rating of a level lets one expect."""
        rows = [row for row in met if row["level"] == level]
        return sum(
            row["games"] * (1 / (1 + 10 ** ((rating - strength[row["agent"]]) / 400)) - row["wins"]["rate"])
            for row in rows
        )

    rows = []
    for level in dict.fromkeys(row["level"] for row in met):
        won = {row["agent"]: f"{row['wins']['rate']:.1%} of {row['games']:,}" for row in met if row["level"] == level}
        rows.append((level, f"{brentq(excess, -5000, 5000, (level,)):.0f}", *(won[agent] for agent in agents)))
    return f"""
### Automas

Automas are not agents, so they are not on the ladder. Alone against one, agents win the shares below ([study.md](study.md)); the rating
of a level is the one at which they would be expected to win as many games in all. It hides that an agent can be better against
Automas than against others of its strength, or worse.

{table(("level", "rating", *(f"`{agent}`" for agent in agents)), rows)}
"""


def _interval(row: dict[str, Any]) -> str:
    return f"{row['rating']:.0f} [{row['low']:.0f}, {row['high']:.0f}]"


def benchmark() -> str:
    """The learning tasks, and the results in ``results/benchmark``."""
    found = [read_result(file) for file in (DOCS / "results" / "benchmark").glob("*.json")]

    def row(task: Task) -> tuple[object, ...]:
        others = f"{task.make_game().num_players - 1} x `{task.opponent}`"
        test = f"{task.games:,} ({task.deals} deals, seed {task.test_seed})"
        return f"`{task.name}`", others, f"{task.decisions:,}", test

    def result(one: Result) -> tuple[object, ...]:
        rate, low, high = one.rate
        worst, below, above = one.worst.rate
        decisions = ", ".join(f"{decisions:,}" for decisions in sorted({seed.decisions for seed in one.seeds}))
        return (
            one.method, f"{rate:.1%} [{low:.1%}, {high:.1%}]", f"{worst:.1%} [{below:.1%}, {above:.1%}]",
            f"{one.score:.1f}", len(one.seeds), decisions, one.origin,
        )  # fmt: skip

    header = ("method", "wins, mean of the seeds", "worst seed", "mean score", "seeds", "decisions of each", "found")
    sections = "\n".join(
        f"## {name}\n\n{table(header, (result(one) for one in sorted(found, key=lambda one: -one.rate.rate) if one.task == name))}\n"
        for name in TASKS
    )
    return f"""# Learning tasks for comparing methods

{table(("task", "opponents", "decisions for each training seed", "games of the test"), map(row, TASKS.values()))}

All are Scythe by its full rules: all factions and player mats, dealt at random, up to 100 rounds, rewarded as the method likes.

- **Budget.** A method learns once for each of {LEAST_SEEDS} to {MOST_SEEDS} training seeds, from at most so many decisions each. A decision
  counts when its seat is asked, in a game that anything is learned from; with self-play, those of every seat that learns. What
  opponents it plays against while it learns is up to it. What it knows beforehand (games of the scripts, a search) belongs to its name.
- **Test.** The agent of each training seed plays the deals of the test, once in every seat, against the opponents of the task. The
  deals are the same for all. They follow from the seed of the test, which no training may use; those of `scythe train` are below 2^32.
- **Reported** are the share of games won, a shared victory as its share: the mean of the training seeds with Student's 95 % interval
  over them, which tells what another training would bring, and the worst seed with Wilson's interval over its games; and the mean score.
- **Versions.** A task never changes. Whatever changes its games, such as other weights of `tuned`, makes a new version.

## How to enter

With MaskablePPO as it is here, every setting of `scythe train` can be tried:

    scythe benchmark two-heuristic-v1 --folder runs/bench
    scythe benchmark two-heuristic-v1 --folder runs/wide --method "ppo, 2 x 256" --hidden 256,256 --seeds 5

With a method of your own, give the agents that it made, one for each training seed, as policy folders, classes or registered names
(`scythe --help`), the method's name, and the decisions that each has learned from:

    scythe benchmark two-heuristic-v1 a.py:Mine:seed=1 a.py:Mine:seed=2 a.py:Mine:seed=3 --method Mine --decisions 900000

Either is stopped by Ctrl-C and goes on when the same command is given again: trainings from their last checkpoint, and what was
tested is kept. The result is `result.json` in the folder. To publish it, add it to `docs/results/benchmark` under a name of its own,
run `python docs/pages.py`, which checks it and writes it into this page, and say where the method is described.

# Results

{sections}"""


# -- Imperial Settlers -------------------------------------------------------------------------------------------------


def settlers_decisions() -> str:
    """The steps of a game of Imperial Settlers."""

    def meaning(number: Number | None) -> str:
        if number is None:
            return ""
        names = number.names_for(0)
        values = "a number" if names is PLAIN else "a card or face" if len(names) > 40 else ", ".join(names)
        return f"`{number.key}`: {values}{' or null' if number.optional else ''}"

    def row(number: int) -> tuple[str, ...]:
        step = settlers_steps.TABLE[number]
        return str(number), step.text, step.chapter, step.meaning, meaning(step.a), meaning(step.b)

    header = ("number", "step", "code", "what it is about", "first number", "second number")
    split = len(settlers_steps.TABLE.decisions)
    return f"""# Imperial Settlers: the steps of a game

A game is a stack of steps; the one on top is due. A decision waits for an action of its seat; automatic steps run by themselves. The
tables follow from `scythe_env/imperial_settlers/steps.py`.

## Decisions

{table(header, map(row, range(split)))}

## Automatic steps

{table(header, map(row, range(split, len(settlers_steps.TABLE))))}
"""


def settlers_action_page() -> str:
    """The catalogue of actions of Imperial Settlers."""
    rows = []
    for block in settlers_actions.ACTIONS.blocks:
        texts = block.texts_for(0, -1)
        shown = ", ".join(f"`{text}`" for text in texts[:12]) + (", ..." if block.size > 12 else "")
        where = f"{block.first}..{block.first + block.size - 1}" if block.size > 1 else block.first
        rows.append((f"`{block.name}`", where, block.size, shown, block.meaning))
    return f"""# Imperial Settlers: the actions

`Discrete({settlers_actions.NUM_ACTIONS})`: one space for the whole game, divided into blocks. What an action means depends on the decision
that is due ([decisions.md](decisions.md)); the mask says which are legal. `scythe info --actions --game imperial-settlers` lists
them all. The table follows from `scythe_env/imperial_settlers/actions.py`.

{table(("block", "actions", "size", "texts", "what they stand for"), rows)}
"""


def settlers_observation_page() -> str:
    """The blocks of the observation of Imperial Settlers."""

    def rows(blocks: Iterable) -> Iterator[tuple[object, ...]]:
        for block in blocks:
            shape = " x ".join(map(str, block.shape))
            where = f"{block.where.start}:{block.where.stop}"
            yield f"`{block.name}`", where, shape, f"{block.low:g} to {block.high:g}", block.meaning

    game, seat = settlers_observation.GAME, settlers_observation.SEAT
    sizes = ", ".join(f"{game.size + players * seat.size:,} at {players}" for players in range(1, 5))
    header = ("block", "slice", "shape", "range", "meaning")
    return f"""# Imperial Settlers: the observation

A vector of float32 with what the observing seat may know at the table, including what a perfect memory would remember, and nothing
else: {game.size} numbers about the game, followed by {seat.size} for each seat, the observer first, the others clockwise from it: {sizes}
players. The tables follow from `scythe_env/imperial_settlers/observation.py`; faces are numbered as the actions of the block `face`.

## The game

{table(header, rows(game.blocks()))}

## Each seat

The slices count from the beginning of the seat's part: {game.size} + k x {seat.size} for the k-th seat from the observer.

{table(header, rows(seat.blocks()))}
"""


def settlers_study() -> str:
    """How games of Imperial Settlers go, from the studies in ``results/study``."""
    files = sorted((DOCS / "results" / "study").glob("imperial_settlers_*.json"))
    studies = [json.loads(file.read_text("utf-8")) for file in files]
    sections = "\n".join(
        _studied(agent, found, study["seed"]) for study in studies for agent, found in study["agents"].items()
    )
    return f"""# Imperial Settlers: how games go

Games in which every seat is played by the same agent, with factions drawn for each game. "±" is half the width of the 95 % interval of
a mean, brackets are Wilson's 95 % intervals of a share; a shared victory counts as its share. The figures say how these agents play: what
a card or a faction is worth in better hands may differ.

The tables follow from the files in `results/study`: `scythe study FOLDER AGENT --game imperial-settlers --games 1000 --json` writes one,
and `python docs/pages.py` this page.

{sections}"""


def _studied(agent: str, found: dict[str, Any], seed: int) -> str:
    """The section of an agent."""
    sizes = list(found["games"])
    games = ", ".join(f"{games:,} at {size}" for size, games in found["games"].items())
    seats = [size for size in sizes if size != "1"]

    def names(about: str) -> list[str]:
        return list(dict.fromkeys(name for size in found[about].values() for name in size))

    def scored(name: str) -> Iterator[str]:
        for size in sizes:
            figure = found["scores"][size].get(name)
            share = name == "beats the virtual player"
            yield "" if figure is None else percent(figure) if share else points(figure)

    def grouped(about: str, name: str, shown: list[str]) -> Iterator[str]:
        for size in shown:
            figure = found[about].get(size, {}).get(name)
            yield "" if figure is None else f"{percent(figure['wins'])}, {points(figure['score'])}"

    def card(row: dict[str, Any]) -> tuple[str, ...]:
        return row["card"], row["deck"], f"{row['seats']:,}", percent(row["wins"]), percent(row["beyond"], "+")

    parts = [
        f"## {agent}\n",
        f"Games by number of players: {games}; seed {seed}.\n",
        "Scores; of one player the own score and its parts:\n",
        table(("", *sizes), ((name.replace("_", " "), *scored(name)) for name in names("scores"))),
    ]
    for about, title, shown in (
        ("factions", "Wins and scores by faction (of one player: wins against the virtual one)", sizes),
        ("order", "Wins and scores by place in the order of play of the first round", seats),
    ):
        rows = ((name, *grouped(about, name, shown)) for name in names(about))
        parts += [f"\n{title}:\n", table(("", *shown), rows)]
    if found["cards"]:
        header = ("card", "deck", "seats", "wins", "beyond")
        parts += [
            "\nWins of the seats that built a card at least once, at tables of two or more, and how much more that is than their factions "
            "win there. Who builds more wins more, so most cards are above 0.\n",
            table(header, map(card, found["cards"])),
        ]
    return "\n".join([*parts, ""])


# -- pictures ----------------------------------------------------------------------------------------------------------


def svg(width: float, height: float, parts: Iterable[str]) -> str:
    """A picture."""
    lines = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif">\n'
        f"{lines}\n</svg>\n"
    )


def bar(blocks: list[tuple[str, int, int]]) -> str:
    """Blocks as fields in rows, in their order; wide ones grow with the root of their size, so that small ones show."""
    width, height, x, y = 900, 46, 0.0, 0.0
    parts = []
    for k, (name, first, size) in enumerate(blocks):
        wide = max(9 * len(name), 14 * math.sqrt(size), 60)
        if x + wide > width:
            x, y = 0.0, y + height + 4
        where = f"{first}..{first + size - 1}" if size > 1 else f"{first}"
        middle = x + wide / 2
        parts.append(
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{height}" fill="{_COLORS[k % len(_COLORS)]}" '
            f'stroke="#888"/><text x="{middle:.0f}" y="{y + 19:.0f}" font-size="13" text-anchor="middle">{escape(name)}'
            f'</text><text x="{middle:.0f}" y="{y + 36:.0f}" font-size="11" fill="#555" text-anchor="middle">{where}</text>'
        )
        x += wide + 4
    return svg(width, y + height, parts)


def hexes() -> str:
    """The board: each hex with its name and number, each home base with its number."""
    board = load_components().board
    places = [(h.q, h.r, h.name, k, _TERRAINS[h.terrain]) for k, h in enumerate(board.hexes)]
    places += [(b.q, b.r, b.faction, len(board.hexes) + k, "#ffffff") for k, b in enumerate(board.bases)]
    points = [(_SIZE * math.sqrt(3) * (q + r / 2), _SIZE * 1.5 * r) for q, r, *_ in places]
    left, top = min(x for x, _ in points) - _SIZE, min(y for _, y in points) - _SIZE - 2
    parts = []
    for (x, y), (_, _, name, number, color) in zip(points, places, strict=True):
        x, y = x - left, y - top
        corners = " ".join(
            f"{x + _SIZE * math.sin(math.pi / 3 * k):.1f},{y - _SIZE * math.cos(math.pi / 3 * k):.1f}" for k in range(6)
        )
        parts.append(
            f'<polygon points="{corners}" fill="{color}" stroke="#777"/>'
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" text-anchor="middle">{name}</text>'
            f'<text x="{x:.1f}" y="{y + 15:.1f}" font-size="11" fill="#555" text-anchor="middle">{number}</text>'
        )
    width, height = max(x for x, _ in points) - left + _SIZE, max(y for _, y in points) - top + _SIZE + 2
    return svg(width, height, parts)


if __name__ == "__main__":
    for name, text in pages().items():
        (DOCS / name).write_text(text, encoding="utf-8")
