"""Players that decide once a turn: a choice steers a script, which plays the turn. See :class:`Steering`.

Who chooses is a policy net, or the caller of a batch or an environment (their ``steer``). Either way the turns are
played by the same rule, an agent's (:attr:`.Agent.rule`): its settings, the weights of its script and the policy net
are numbers in its ``weights``, in this order.
"""

from __future__ import annotations

import functools
import hashlib
from typing import Any, ClassVar, Final, NamedTuple, SupportsIndex

import numpy as np
from numba import int8
from numpy.typing import NDArray

from .agent import Agent
from .compiled import CompiledAgent
from .compiling import Layout, entry, rule
from .fields import whole
from .game import Game, Mask, States
from .kernel import NONE, Rules
from .loops import ASKED
from .net import MOST_LAYERS, PolicyNet, net_scores
from .random import below
from .registry import parse_agent

OWN_TURN: Final = 0
"""The choice that leaves everything to the script."""

# -- settings, at the beginning of the weights -------------------------------------------------------------------------
GREEDY: Final = 0  # 1: the likeliest choice, 0: one drawn by its probability
TANH: Final = 1  # 1: hidden units are hyperbolic tangents, 0: they are rectified
LAYERS: Final = 2  # of the net, its output among them; with none, the caller chooses
SIZES: Final = 3  # inputs of each layer, then the outputs of the last
NUM_SETTINGS: Final = SIZES + MOST_LAYERS + 2

_DRAWS: Final = 2**24  # equally likely draws


class Steering(NamedTuple):
    """What a game offers to those who steer its script, each a :func:`.rule` over a record ``s``.

    Attributes:
        script: ``(s, choice, weights, mask) -> action`` plays with weights of its own, float32 (``num_weights``,), as a
            choice for the turn says: :data:`OWN_TURN` as it would by itself. It must look only at what the seat to act
            may know.
        allows: ``(s, choice, mask) -> 0 or 1`` tells whether a choice is possible at the first decision of a turn,
            whose legal actions are in the mask. :data:`OWN_TURN` always is.
        turn: ``(s) -> number`` of the turn under way, which no other turn of the game has.
        owner: ``(s) -> seat`` whose turn it is.
        choices: what the choices are called, :data:`OWN_TURN` first.
        num_weights: weights of the script.
    """

    script: Any
    allows: Any
    turn: Any
    owner: Any
    choices: tuple[str, ...]
    num_weights: int


@functools.cache
def helmsman(rules: Rules, steering: Steering) -> Any:
    """The rule of agents that are steered: ``(s, dice, mask, weights, scratch) -> action``.

    Its answer is :data:`.ASKED` where the caller has to choose. The choice for a turn is noted in ``dice.plan``.
    """
    observe, script, allows = rules.observe, steering.script, steering.allows
    turn, owner = steering.turn, steering.owner
    num_choices, num_weights = len(steering.choices), steering.num_weights

    @rule
    def gumbel(dice):
        """A draw; the largest of some numbers, each with its own draw added, is one drawn by their softmax."""
        return -np.log(-np.log((below(dice, _DRAWS) + 0.5) / _DRAWS))

    @rule
    def choose(s, dice, mask, weights, scratch):
        """What the net chooses at the beginning of a turn."""
        layers = int(weights[LAYERS])
        sizes = weights[SIZES : SIZES + layers + 1]
        net = weights[NUM_SETTINGS + num_weights :]
        widest = 0
        for k in range(layers + 1):
            widest = max(widest, int(sizes[k]))
        inputs = int(sizes[0])
        observe(s, s.seat_to_act, scratch)
        scores = scratch[inputs : inputs + widest]
        net_scores(scratch, net, sizes, layers, int(weights[TANH]), scores, scratch[inputs + widest :])
        best = NONE
        most = 0.0
        for choice in range(num_choices):
            if allows(s, choice, mask) == 1:
                score = 0.0 + scores[choice]
                if weights[GREEDY] == 0:
                    score += gumbel(dice)
                if best == NONE or score > most:
                    best = choice
                    most = score
        return best

    @rule
    def play(s, dice, mask, weights, scratch):
        seat = s.seat_to_act
        choice = OWN_TURN
        if owner(s) == seat:
            if dice.turn[seat] != turn(s):
                dice.turn[seat] = turn(s)
                dice.plan[seat] = choose(s, dice, mask, weights, scratch) if weights[LAYERS] > 0 else NONE
            choice = dice.plan[seat]
            if choice == NONE:
                return ASKED
        return script(s, choice, weights[NUM_SETTINGS : NUM_SETTINGS + num_weights], mask)

    return play


class SteeredAgent(CompiledAgent):
    """Plays the turns of a script as choices say, one for each turn.

    A subclass for a game sets :attr:`steering`, and :attr:`rule` to a rule of its module that calls what
    :func:`helmsman` gives for it, so that agents can be pickled.

    Args:
        game: the game that is to be played.
        script: the weights of the script, float32 (``steering.num_weights``,).
        net: chooses by the observation of the seat; without it the caller does, for the learner of a batch.
        greedy: choose the likeliest choice, instead of drawing one by its probability.

    Raises:
        ValueError: script or net do not fit the game.
    """

    steering: ClassVar[Steering]
    """What the game offers."""

    def __init__(
        self, game: Game, script: NDArray[np.float32], net: PolicyNet | None = None, greedy: bool = True
    ) -> None:
        super().__init__(game.layout)
        offered = self.steering
        if script.shape != (offered.num_weights,):
            raise ValueError(f"a script of {offered.num_weights} weights is needed, not one of {script.shape}")
        sizes = () if net is None else net.sizes
        if net is not None and (sizes[0], sizes[-1]) != (game.observation_size, len(offered.choices)):
            raise ValueError(
                f"a net from {game.observation_size} numbers to {len(offered.choices)} choices is needed, "
                f"not from {sizes[0]} to {sizes[-1]}"
            )
        settings = np.zeros(NUM_SETTINGS, np.float32)
        settings[[GREEDY, LAYERS]] = greedy, max(len(sizes) - 1, 0)
        settings[SIZES : SIZES + len(sizes)] = sizes
        if net is not None:
            settings[TANH] = net.tanh
        self.scratch = game.observation_size + 2 * max(sizes, default=0)
        self.weights: NDArray[np.float32] = np.concatenate(
            [settings, script, () if net is None else net.values], dtype=np.float32
        )

    @classmethod
    def interface(cls, game: Game) -> str:
        """Digest of what observations and choices mean: a net can choose only where it is the same."""
        return hashlib.sha256(repr((game.interface(), cls.steering.choices)).encode()).hexdigest()[:16]

    @property
    def script(self) -> NDArray[np.float32]:
        """The weights of the script, float32 (``steering.num_weights``,); a view."""
        return self.weights[NUM_SETTINGS : NUM_SETTINGS + self.steering.num_weights]

    def tell_choices(self, states: States, masks: NDArray[np.int8], out: NDArray[np.int8]) -> None:
        """Tell which choices are possible in each of n games.

        Args:
            states: records of the games (n,).
            masks: their legal actions, int8 (n, ``num_actions``).
            out: gets 1 for each choice that is possible, int8 (n, number of choices); zeros where a game is over.
        """
        _teller(self._layout, self.steering)(states, masks, out)

    def choices(self, states: States, i: int, mask: Mask) -> Mask:
        """A new array with 1 for each choice that is possible in a game, int8 (number of choices,).

        Args:
            states: array of records.
            i: the record.
            mask: its legal actions, int8 (``num_actions``,).
        """
        out = np.zeros((1, len(self.steering.choices)), np.int8)
        self.tell_choices(states[i : i + 1], mask[None].copy(), out)
        return out[0]  # type: ignore[no-any-return]

    def choose(self, states: States, i: int, mask: Mask, choice: SupportsIndex) -> None:
        """Note the caller's choice for the turn of the seat to act, which was :data:`.ASKED` for it.

        Args:
            states: array of records.
            i: the record.
            mask: its legal actions, int8 (``num_actions``,).
            choice: one that is possible.

        Raises:
            TypeError: the choice is not an integer.
            ValueError: it is not possible; nothing is noted.
        """
        number, possible = whole(choice, "a choice"), self.choices(states, i, mask)
        if not 0 <= number < len(possible) or not possible[number]:
            raise ValueError(f"choice {number} is not legal; legal choices: {self.named(possible)}")
        self.notes["plan"][0, states["seat_to_act"][i]] = number

    def named(self, possible: Mask) -> str:
        """The possible choices by number and name."""
        return ", ".join(f"{k} {self.steering.choices[k]!r}" for k in np.flatnonzero(possible).tolist())


def steered(script: Agent | str, game: Game) -> SteeredAgent:
    """What plays the turns of a learner that steers a script.

    Args:
        script: the agent whose script it is, or its text (:mod:`.registry`).
        game: the game that is to be played.

    Raises:
        ValueError: the agent cannot be made, or its turns cannot be steered.
    """
    agent = script if isinstance(script, Agent) else parse_agent(script, game)
    kind = agent.steered if isinstance(agent, CompiledAgent) else None
    if kind is None or agent.weights is None:
        raise ValueError(f"turns of {type(agent).__name__} cannot be steered: it offers no choices")
    made: SteeredAgent = kind(game, agent.weights)
    return made


@functools.cache
def _teller(layout: Layout, steering: Steering) -> Any:
    """The loop that tells which choices are possible."""
    allows, num_choices = steering.allows, len(steering.choices)

    @entry(layout, int8[:, ::1], int8[:, ::1])
    def tell(states, masks, out):
        for i in range(masks.shape[0]):
            running = states[i].seat_to_act != NONE
            for choice in range(num_choices):
                out[i, choice] = allows(states[i], choice, masks[i]) if running else 0

    return tell
