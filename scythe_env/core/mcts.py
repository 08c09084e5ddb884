"""Information-set Monte-Carlo tree search over single decisions, the well-known baseline: :class:`MctsAgent`.

The tree is that of the seat that searches (single observer): each iteration deals all that is hidden from it anew, goes
down by upper confidence bounds among the actions that are legal there, counting how often each was, adds a node, and
lets a script play the game to its end. Each player is supposed to do what is best for itself.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search. IEEE Transactions on Computational Intelligence
and AI in Games 4 (2012).
"""

from __future__ import annotations

import functools
import math
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from .compiled import CompiledAgent
from .compiling import Layout, record_in, rule
from .fields import whole, within
from .game import Game
from .kernel import NONE, RUNNING, Rules, agents_of
from .random import below, draw32
from .search import Plans, notes_of

# -- settings, at the beginning of the weights; those of the script follow --------------------------------------------
ITERATIONS: Final = 0
EXPLORATION: Final = 1  # how much of the bound is for what is little known
NUM_SETTINGS: Final = 2

MOST_DEPTH: Final = 256
MOST_ITERATIONS: Final = 1_000_000

# -- numbers of a node, each kept as an array over the nodes -----------------------------------------------------------
FIRST: Final = 0  # its first child
NEXT: Final = 1  # the next child of its parent
ACTION: Final = 2  # that leads to it
SEAT: Final = 3  # that chose it
VISITS: Final = 4
AVAILABLE: Final = 5  # how often it could be chosen
WORTH: Final = 6  # sum over its visits, to the seat that chose it
NUM_NUMBERS: Final = 7


@functools.cache
def tree_at(layout: Layout, plans: Plans) -> int:
    """Where the tree begins in the working space, in float32: behind the game that is tried and the notes."""
    return (layout.dtype.itemsize + notes_of(plans).dtype.itemsize) // 4


@functools.cache
def tree_searcher(layout: Layout, rules: Rules, plans: Plans) -> Any:
    """The rule of agents that search a tree: ``(s, dice, mask, weights, scratch) -> action``."""
    game_in, notes_in = record_in(layout), record_in(notes_of(plans))
    do, advance, score, redeal = rules.do, agents_of(rules).advance, rules.score, rules.determinize
    script, outcome, size, num_actions = plans.script, plans.outcome, plans.num_weights, plans.num_actions
    notes_at, path_at = layout.dtype.itemsize // 4, tree_at(layout, plans)
    nodes_at = path_at + MOST_DEPTH

    @rule
    def bound(tree, n, child, exploration):
        """Up to what a child may be worth."""
        visits = tree[VISITS * n + child]
        return tree[WORTH * n + child] / visits + exploration * np.sqrt(np.log(tree[AVAILABLE * n + child]) / visits)

    @rule
    def descend(t, mask, node, dice, exploration, tree, n, used):
        """The child to go to: number ``used`` for a new one if an action was not tried here yet; NONE without room."""
        best = NONE
        untried = 0
        for a in range(num_actions):
            untried += mask[a]
        child = int(tree[FIRST * n + node])
        while child != NONE:
            a = int(tree[ACTION * n + child])
            if tree[SEAT * n + child] == t.seat_to_act and mask[a] == 1:
                mask[a] = 2  # tried
                untried -= 1
                tree[AVAILABLE * n + child] += 1
                if best == NONE or bound(tree, n, child, exploration) > bound(tree, n, best, exploration):
                    best = child
            child = int(tree[NEXT * n + child])
        if untried > 0:
            best = NONE
            if used < n:
                k = below(dice, untried)
                a = 0
                while mask[a] != 1 or k > 0:
                    k -= mask[a] == 1
                    a += 1
                best = used
                add(tree, n, node, best, a, t.seat_to_act)
        for a in range(num_actions):
            mask[a] = min(mask[a], 1)
        return best

    @rule
    def add(tree, n, parent, node, action, seat):
        """A new node, the first child of another."""
        tree[FIRST * n + node] = NONE
        tree[NEXT * n + node] = tree[FIRST * n + parent]
        tree[FIRST * n + parent] = node
        tree[ACTION * n + node] = action
        tree[SEAT * n + node] = seat
        tree[VISITS * n + node] = 0
        tree[AVAILABLE * n + node] = 1
        tree[WORTH * n + node] = 0

    @rule
    def choose(s, dice, mask, weights, scratch):
        notes = notes_in(scratch, notes_at)[0]
        own = weights[NUM_SETTINGS : NUM_SETTINGS + size]
        path = scratch[path_at:nodes_at]
        tree = scratch[nodes_at:]
        n = int(weights[ITERATIONS]) + 1
        tree[FIRST * n] = NONE
        used = 1
        for k in range(n - 1):
            tried = game_in(scratch, 0)
            tried[0] = s
            t = tried[0]
            redeal(t, s.seat_to_act, draw32(dice), k)
            advance(t, notes.mask)
            depth = 0
            node = 0
            before = used
            while t.status == RUNNING and used == before and depth < MOST_DEPTH:
                node = descend(t, notes.mask, node, dice, weights[EXPLORATION], tree, n, used)
                if node == NONE:
                    break
                used = max(used, node + 1)
                path[depth] = node
                depth += 1
                do(t, int(tree[ACTION * n + node]))
                advance(t, notes.mask)
            while t.status == RUNNING:
                do(t, script(t, own, notes.mask))
                advance(t, notes.mask)
            score(t, notes.scores)
            for level in range(depth):
                node = int(path[level])
                tree[VISITS * n + node] += 1
                tree[WORTH * n + node] += outcome(notes.scores, t.players, int(tree[SEAT * n + node]))
        best = NONE
        child = int(tree[FIRST * n])
        while child != NONE:
            if best == NONE or tree[VISITS * n + child] > tree[VISITS * n + best]:
                best = child
            child = int(tree[NEXT * n + child])
        return int(tree[ACTION * n + best])

    return choose


class MctsAgent(CompiledAgent):
    """Searches a tree of decisions; the same seed and settings give the same moves.

    A subclass for a game sets :attr:`plans`, and :attr:`rule` to a rule of its module that calls what
    :func:`tree_searcher` gives for them.

    Args:
        game: the game that is to be played.
        script: weights of the script that plays games to their end, float32 (``plans.num_weights``,).
        iterations: games that are tried for a decision, 1 to 1,000,000.
        exploration: how much actions are tried that are little known, 0 to 100.

    Raises:
        TypeError, ValueError: a setting is impossible.
    """

    plans: ClassVar[Plans]
    """What the game offers."""

    def __init__(
        self, game: Game, script: NDArray[np.float32], *, iterations: int = 200, exploration: float = math.sqrt(2) / 2
    ) -> None:
        super().__init__(game.layout)
        iterations = within("iterations", whole(iterations, "iterations"), 1, MOST_ITERATIONS)
        settings = iterations, within("exploration", exploration, 0, 100)
        self.scratch = tree_at(game.layout, self.plans) + MOST_DEPTH + NUM_NUMBERS * (iterations + 1)
        self.weights: NDArray[np.float32] = np.concatenate([np.array(settings, np.float32), script])
