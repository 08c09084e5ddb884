"""Hostile arguments, and calls in any order, for everything that people hold in their hands."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np
from gymnasium.error import Error
from gymnasium.vector import AutoresetMode

from scythe_env import scythe_v0
from scythe_env.core.aec import GameEnv
from scythe_env.core.agent import Agent, RandomAgent
from scythe_env.core.batch import MAX_GAMES, MAX_THREADS, Batch, rollout
from scythe_env.core.game import MAX_SEED, RENDER_MODES, RUNNING, Game
from scythe_env.core.registry import parse_agent
from scythe_env.core.session import Session
from scythe_env.core.single_agent import SingleAgentEnv
from scythe_env.core.vector import GameVectorEnv
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

from .games import OPTIONS, RACE, some_position, table
from .values import DEPTHS, Refused, border, nested, odd

Valid = bool | None
"""Whether a value is documented as allowed; None where that is not said."""


class Parameter(NamedTuple):
    """What a parameter takes: draws an allowed value for an object, and says whether a value is allowed."""

    good: Callable[[Any, Random], Any]
    valid: Callable[[Any, Any], Valid]


def whole(value: Any, low: int, high: int) -> Valid:
    """Whether this is an integer within limits; of True and False nothing is said."""
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return low <= operator.index(value) <= high
    except TypeError:
        return False


def integer(low: Callable[[Any], int], high: Callable[[Any], int]) -> Parameter:
    """An integer within limits that depend on the object."""
    return Parameter(lambda o, draw: draw.randint(low(o), high(o)), lambda o, v: whole(v, low(o), high(o)))


def one_of(*values: Any) -> Parameter:
    """One of some values, compared by type too."""
    return Parameter(
        lambda o, draw: draw.choice(values),
        lambda o, v: (
            any(type(v) is type(one) and v == one for one in values) or (None if isinstance(v, str) else False)
        ),
    )


def optional(parameter: Parameter) -> Parameter:
    """The same, or None."""
    return Parameter(
        lambda o, draw: draw.choice([None, parameter.good(o, draw)]),
        lambda o, v: True if v is None else parameter.valid(o, v),
    )


def integers(least: Callable[[Any], Any], most: Callable[[Any], Any]) -> Parameter:
    """An array of an integer for each game of a batch, within limits for each."""

    def valid(o: Any, value: Any) -> Valid:
        try:
            array = np.array(value)
        except Exception:
            return False
        if array.dtype.kind not in "iu" or array.shape != (batch(o).size,):
            return False
        return bool((array >= least(o)).all() and (array <= most(o)).all())

    return Parameter(
        lambda o, draw: np.array([draw.randint(0, int(np.min(most(o)))) for _ in range(batch(o).size)]), valid
    )


def batch(o: Any) -> Batch:
    return o.batch if isinstance(o, GameVectorEnv) else o


def game_of(o: Any) -> Game:
    return o if isinstance(o, Game) else session(o).game if session(o) else batch(o).game


def session(o: Any) -> Any:
    """The session in an object, None for others."""
    return o if isinstance(o, Session) else getattr(o, "session", None)


def masks(o: Any) -> Any:
    return session(o).mask[None] if session(o) else batch(o)._masks


def _legal(o: Any, draw: Random) -> Any:
    chosen = [draw.choice(np.flatnonzero(mask).tolist() or [0]) for mask in masks(o)]
    return chosen[0] if session(o) else np.array(chosen)


def _is_legal(o: Any, value: Any) -> Valid:
    if session(o):
        inside = whole(value, 0, game_of(o).num_actions - 1)
        return bool(masks(o)[0, operator.index(value)]) if inside else inside
    try:
        array = np.array(value)
    except Exception:
        return False
    if array.dtype.kind not in "iu" or array.shape != (len(masks(o)),):
        return False
    over = batch(o).states["status"] != RUNNING
    legal = (array >= 0) & (array < masks(o).shape[1])
    return bool((over | legal & (masks(o)[np.arange(len(array)), np.where(legal, array, 0)] != 0)).all())


ANY = Parameter(lambda o, draw: draw.choice([True, False]), lambda o, v: None)
NOTHING = Parameter(lambda o, draw: None, lambda o, v: None)
SEED = integer(lambda o: 0, lambda o: MAX_SEED)
SEAT = integer(lambda o: 0, lambda o: game_of(o).num_players - 1)
ACTION = Parameter(_legal, _is_legal)
TEXT = Parameter(
    lambda o, draw: draw.choice(session(o).legal or [0]),
    lambda o, v: None if isinstance(v, str) else _is_legal(o, v),
)
MODE = optional(one_of(*RENDER_MODES))
RESET_MODE = Parameter(
    lambda o, draw: draw.choice(list(AutoresetMode)),
    lambda o, v: (
        v in [*AutoresetMode, *AutoresetMode.__members__, *(m.value for m in AutoresetMode)]
        if isinstance(v, str)
        else isinstance(v, AutoresetMode)
    ),
)
THREADS = Parameter(lambda o, draw: draw.choice([None, 1, 2]), lambda o, v: v is None or whole(v, 1, MAX_THREADS))
SIZE = Parameter(lambda o, draw: draw.randint(1, 3), lambda o, v: whole(v, 1, MAX_GAMES))
AGENT = Parameter(
    lambda o, draw: draw.choice(["random", RandomAgent()]), lambda o, v: None if isinstance(v, str | Agent) else False
)
OPPONENTS = Parameter(
    lambda o, draw: draw.choice(["random", RandomAgent(), ["random"] * (game_of(o).num_players - 1)]),
    lambda o, v: None if isinstance(v, Agent | str | list | tuple) or np.iterable(v) else False,
)
SEEDS = Parameter(lambda o, draw: draw.choice([draw.getrandbits(32), list(range(batch(o).size))]), lambda o, v: None)
SEEDS_OF_ONE = Parameter(lambda o, draw: draw.choice([draw.getrandbits(60), [draw.getrandbits(60)]]), lambda o, v: None)
VIEWER = Parameter(
    lambda o, draw: draw.choice([None, "all", 0]),
    lambda o, v: v is None or (isinstance(v, str) and v == "all") or whole(v, 0, game_of(o).num_players - 1),
)
STATES = Parameter(lambda o, draw: _records(o, draw), lambda o, v: None if isinstance(v, np.ndarray) else False)


def _records(o: Any, draw: Random) -> Any:
    """One record of a game of the object's kind, sometimes one that was never dealt or of another table."""
    game, states = some_position(draw)
    if draw.random() < 0.8:
        game = game_of(o)
        states = game.new_states(1)
        game.reset(states, 0, draw.getrandbits(40), np.zeros(game.num_actions, np.int8))
    return states


CALLS: dict[type, dict[str, dict[str, Parameter]]] = {
    Session: {
        "reset": {"seed": SEED},
        "step": {"action": ACTION},
        "play": {"action": TEXT},
        "observe": {"seat": SEAT},
        "take_up": {"states": STATES, "i": integer(lambda o: 0, lambda o: 0)},
        "render": {"mode": MODE},
        "seen_by": {"viewer": VIEWER},
        **{name: {} for name in ("save", "infos", "result", "rewards", "truncated", "lines", "__str__")},
    },
    Batch: {
        "reset": {"seeds": SEEDS},
        "step": {"actions": ACTION},
        "observe": {"seats": integers(lambda o: 0, lambda o: game_of(o).num_players - 1), "out": NOTHING},
        "resume": {},
        "learner_rewards": {},
    },
    GameEnv: {
        "reset": {"seed": optional(SEED), "options": NOTHING},
        "step": {"action": ACTION},
        **{name: {} for name in ("last", "render", "state_bytes", "clone")},
    },
    SingleAgentEnv: {
        "reset": {"seed": NOTHING, "options": NOTHING},
        "step": {"action": Parameter(_legal, lambda o, v: None)},
        **{name: {} for name in ("render", "action_masks")},
    },
    GameVectorEnv: {
        "reset": {"seed": NOTHING, "options": NOTHING},
        "step": {"actions": ACTION},
        **{name: {} for name in ("render", "action_masks")},
    },
}
"""What is called, by class: its methods, and what their parameters take."""

FUNCTIONS: dict[str, tuple[Callable[..., Any], dict[str, Parameter]]] = {
    "Session": (Session, {"log": ANY, "viewer": VIEWER}),
    "Batch": (
        Batch,
        {"n": SIZE, "opponents": OPPONENTS, "seat": optional(SEAT), "autoreset_mode": RESET_MODE, "threads": THREADS},
    ),
    "GameEnv": (GameEnv, {"render_mode": MODE}),
    "SingleAgentEnv": (
        SingleAgentEnv,
        {
            "opponents": optional(OPPONENTS),
            "seat": optional(SEAT),
            "illegal_action": one_of("lose", "raise"),
            "render_mode": MODE,
        },
    ),
    "GameVectorEnv": (
        GameVectorEnv,
        {
            **{
                "num_envs": SIZE,
                "opponents": optional(OPPONENTS),
                "seat": optional(SEAT),
                "autoreset_mode": RESET_MODE,
            },
            **{"threads": THREADS, "render_mode": optional(one_of("ansi", "rgb_array"))},
        },
    ),
    "rollout": (
        rollout,
        {
            "agents": Parameter(lambda o, draw: RandomAgent(), AGENT.valid),
            "seeds": SEEDS_OF_ONE,
            "states": optional(STATES),
        },
    ),
    "parse_agent": (lambda game, text: parse_agent(text, game), {"text": AGENT}),
}
"""What is made or computed from a game, and what the other parameters take."""


def invoke(draw: Random, o: Any, call: Callable[..., Any], parameters: dict[str, Parameter], *given: Any) -> Any:
    """Call something with arguments of which some are odd, and return the result.

    Raises:
        Refused: it was refused.
    """
    arguments = {name: parameter.good(o, draw) for name, parameter in parameters.items()}
    for name in parameters:
        if draw.random() < 0.6 / len(parameters):
            arguments[name] = odd(draw) if draw.random() < 0.97 else nested(draw.choice(DEPTHS))
    wrong = [name for name, value in arguments.items() if parameters[name].valid(o, value) is False]
    with border(Error, IndexError):  # Gymnasium has errors of its own, ResetNeeded among them
        result = call(*given, **arguments)
    assert not wrong, f"taken as if it were allowed: {', '.join(f'{name}={arguments[name]!r:.80}' for name in wrong)}"
    return result


def check_whole(o: Any) -> None:
    """Assert that an object holds sound games, and masks of theirs."""
    holder = session(o) or batch(o)
    dealt = [holder._dealt] if session(o) else holder._ready
    mask = np.zeros(holder.game.num_actions, np.int8)
    for i in np.flatnonzero(dealt).tolist():
        holder.game.check(holder.states[i : i + 1])
        again = holder.states[i : i + 1].copy()
        holder.game.legal(again, 0, mask)
        assert (mask == masks(o)[i]).all() and again.tobytes() == holder.states[i : i + 1].tobytes()


def _config(draw: Random) -> None:
    """A configuration in which something is wrong; what is accepted can be written down, read and dealt."""
    options = Scythe(ScytheConfig(players=draw.randint(1, 7), **draw.choice(OPTIONS))).options()
    for _ in range(draw.choice([1, 1, 2])):
        name = draw.choice([*options, "nothing"])
        seats = [[draw.choice(["crimea", "togawa", "militant", None, odd(draw)]) for _ in range(options["players"])]]
        options[name] = (
            odd(draw)
            if draw.random() < 0.7
            else draw.choice([*seats, "united", "longest_line", nested(draw.choice(DEPTHS))])
        )
        if name == "players":
            break
    with border():
        game = scythe_v0.raw_env(**options).session.game
    assert type(game).of_options(game.options()).config == game.config
    held = Session(game)
    held.reset(draw.getrandbits(64))
    game.check(held.states)


def api(draw: Random) -> None:
    """Arguments of a constructor or function, a configuration, or a sequence of calls of an object."""
    how, game = draw.random(), RACE if draw.random() < 0.2 else table(draw.randint(1, 7), draw.randrange(len(OPTIONS)))
    if how < 0.15:
        return _config(draw)
    name = draw.choice(list(FUNCTIONS))
    function, parameters = FUNCTIONS[name]
    if how < 0.5:
        return invoke(draw, game, function, parameters, game)
    o = _made(draw, game)
    refused = None
    for _ in range(draw.randint(1, 10)):
        if draw.random() < 0.1:
            o = draw.choice([copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])(o)
        name = draw.choice([*CALLS[type(o)], "reset", "step"])
        before = (session(o) or batch(o)).states.tobytes()
        try:
            invoke(draw, o, getattr(o, name), CALLS[type(o)][name])
        except Refused as error:
            refused = error
            assert (session(o) or batch(o)).states.tobytes() == before, f"{name} was refused half done"
        check_whole(o)
    if refused:
        raise refused


def _made(draw: Random, game: Game) -> Any:
    """An object of the class of which methods are called, in one of its forms."""
    several = game.num_players > 1
    made: list[Callable[[], Any]] = [
        lambda: Session(game, log=draw.random() < 0.5, viewer=draw.choice([None, "all", 0])),
        lambda: Batch(
            game,
            2,
            ["random"] if several and draw.random() < 0.5 else (),
            autoreset_mode=draw.choice(list(AutoresetMode)),
        ),
        lambda: GameEnv(game, draw.choice([None, *RENDER_MODES])),
        lambda: SingleAgentEnv(game, illegal_action=draw.choice(["lose", "raise"])),
        lambda: GameVectorEnv(game, 2, autoreset_mode=draw.choice(list(AutoresetMode))),
    ]
    o = draw.choice(made)()
    if draw.random() < 0.8:
        o.reset(**{"seeds" if isinstance(o, Batch) else "seed": draw.getrandbits(31)})
    return o
