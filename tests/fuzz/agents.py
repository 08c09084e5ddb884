"""Agents that answer anything, asked from Python or inside compiled loops."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded

from scythe_env.core.agent import Agent, RandomAgent
from scythe_env.core.batch import Batch, rollout
from scythe_env.core.compiling import rule
from scythe_env.core.game import NONE, Game
from scythe_env.core.random import below, random_legal
from scythe_env.core.single_agent import SingleAgentEnv
from scythe_env.core.vector import GameVectorEnv

from .api import check_whole, masks
from .games import RACE, table
from .values import Refused, border, odd

STEPS = 12


class Answers(Agent):
    """Answers with an action that is legal, or at times with anything; notes whether it did."""

    wrong = False

    def __init__(self, draw: Random, sound: float) -> None:
        self.draw, self.sound = draw, sound

    def reset(self, seed: int) -> None:
        self.wrong = False

    def act(self, observation: Any, mask: Any) -> Any:
        mask, action = mask.copy(), int(self.draw.choice(np.flatnonzero(mask)))
        answer = action if self.draw.random() < self.sound else self.draw.choice([odd(self.draw), float(action)])
        whole = isinstance(answer, int | np.integer) and not isinstance(answer, bool)
        self.wrong |= not (whole and 0 <= answer < len(mask) and mask[int(answer)])
        return answer

    def act_many(self, observations: Any, masks: Any) -> Any:
        actions = [self.draw.choice(np.flatnonzero(mask).tolist()) for mask in masks]
        if self.draw.random() < self.sound:
            return self.draw.choice([actions, np.array(actions, np.int16), np.array(actions, np.uint64)])
        self.wrong = True
        array = np.array(actions)
        return self.draw.choice([
            array.astype(float), array + 0.5, array[:, None], np.append(array, 0), array[1:], array.astype(str),
            array.astype(object), -1 - array, array + 10**6, array.astype(np.uint64) + np.uint64(2**63), None,
            actions[0], [actions, [0]], array * np.nan, [*actions[1:], None],
            array > 0,
        ])  # fmt: skip


class OnRecords(Answers):
    """The same, on records that it may write into."""

    needs_state = True

    def act_on_state(self, states: Any, i: int, mask: Any) -> Any:
        states.view(np.uint8)[:] = self.draw.randrange(256)
        return self.act(None, mask)


@rule
def answer_or_not(s, dice, mask, weights, scratch):
    if below(dice, 100) < weights[0]:
        return int(weights[1])
    return random_legal(dice, mask)


class Compiled(Agent):
    """Answers with a number that is its second weight, so many percent of the time as its first one says."""

    rule = staticmethod(answer_or_not)
    scratch = 1

    def __init__(self, percent: float, answer: float) -> None:
        self.weights = np.array([percent, answer], np.float32)

    def act(self, observation: Any, mask: Any) -> Any:
        return int(mask.argmax())  # where it is asked from Python


class Odd(Compiled):
    """What loops need of it is something else."""

    def __init__(self, draw: Random) -> None:
        super().__init__(0, 0)
        name = draw.choice(["rule", "weights", "scratch"])
        values = [odd(draw), np.zeros(3), np.zeros((2, 2), np.float32), np.zeros(6, np.float32)[::2], lambda s: 0]
        value = draw.choice(values)
        setattr(self, name, len if name == "rule" and value is None else value)  # without a rule it would be asked


def agents(draw: Random) -> None:
    """Opponents in a batch, an environment or a rollout: refused by name, or legal all along."""
    game: Game = RACE if draw.random() < 0.3 else table(draw.randint(2, 7))
    sound, number = draw.choice([0.0, 0.9, 0.98, 1.0]), draw.choice([draw.randrange(game.num_actions), odd(draw)])
    number = float(number) if isinstance(number, int | float) and not abs(number) > 1e30 else -1.0
    kind = draw.randrange(4)
    agent: Any = (
        *(Answers(draw, sound), OnRecords(draw, sound), Compiled(draw.choice([0, 1, 50, 100]), number)),
        Odd(draw),
    )[kind]
    host = draw.randrange(4)
    if host == 3 and agent.rule is not None:
        with border():
            scores = rollout(game, [agent, *[RandomAgent()] * (game.num_players - 1)], draw.getrandbits(60))
        assert scores.shape[1:] == game.score_shape
        assert kind != 2 or game is RACE or agent.weights[0] < 100, "a constant was legal all along"
        return
    with border():
        made: Any = (
            Batch(game, 3, [agent, [RandomAgent(), *[agent] * (game.num_players - 2)]]) if host == 0
            else SingleAgentEnv(game, agent) if host == 1
            else GameVectorEnv(game, 3, agent, seat=draw.choice([None, 1]))
        )  # fmt: skip
    legal, seeds = [0] * 3, {"seeds" if host == 0 else "seed": draw.getrandbits(31)}
    try:
        with border():
            made.reset(**seeds)
            for _ in range(STEPS):
                legal = [draw.choice(np.flatnonzero(mask).tolist() or [0]) for mask in masks(made)]
                made.step(legal[0] if host == 1 else legal)
                assert not getattr(agent, "wrong", False), "a wrong answer was taken"
                check_whole(made)
                if host == 1 and made.session.seat == NONE:
                    break
    except Refused as error:
        assert getattr(agent, "wrong", True), f"a legal answer was refused: {error}"
        try:
            made.step(legal[0] if host == 1 else legal)
        except ResetNeeded:
            raise error from None
        raise AssertionError("after an opponent failed the next step was taken") from None
