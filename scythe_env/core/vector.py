"""Any game as a Gymnasium vector environment: :class:`GameVectorEnv` plays many games at once for one learner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .agent import RandomAgent
from .batch import Batch
from .game import MAX_SEED, RENDER_MODES, RUNNING, Game, check_render_mode
from .registry import LineUp


@dataclass(frozen=True)
class Mixture:
    """Opponents that differ from game to game: game i of a batch meets line-up ``i % len(line_ups)``.

    Attributes:
        line_ups: each an agent that plays all other seats, or one agent for each.
    """

    line_ups: tuple[LineUp, ...]


class GameVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Many games in which one seat learns: what :class:`.SingleAgentEnv` is for one game, stepped in compiled calls.

    Observations, rewards and ends are those of :class:`.SingleAgentEnv`; its infos come as Gymnasium's dictionaries of
    arrays (in SAME_STEP mode also ``final_obs`` and ``final_info``). :meth:`action_masks` gives the legal actions. An
    illegal action raises an error. Returned arrays belong to the caller. Copies and pickles keep the games under
    way. Episode e of a game that was reset with a seed is the one that ``Session.reset(seed + (e << 32))`` deals.

    Args:
        game: the rules.
        num_envs: number of games.
        opponents: an agent that plays all other seats, one agent for each, clockwise from the learner's left
            neighbour, or a :class:`Mixture` of these; without any, they play at random. Agents may be given as texts
            (:mod:`.registry`).
        seat: the learner's seat; without one it is drawn for each game.
        autoreset_mode: NEXT_STEP, SAME_STEP or DISABLED, as Gymnasium has them.
        threads: number of threads; None for one on each core. The result is the same for any number.
        render_mode: ``"ansi"`` (text), ``"rgb_array"`` (picture) or None.

    Raises:
        ValueError: an argument has an unknown value, or the number of opponents does not fit.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        opponents: LineUp | Mixture | None = None,
        *,
        seat: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = 1,
        render_mode: str | None = None,
    ) -> None:
        if opponents is None:
            opponents = RandomAgent()
        if check_render_mode(render_mode) == "human":
            raise ValueError("render_mode 'human' is for a single game; allowed are None, 'ansi', 'rgb_array'")
        mode = AutoresetMode(autoreset_mode)
        line_ups = opponents.line_ups if isinstance(opponents, Mixture) else (opponents,)
        self.batch = Batch(game, num_envs, line_ups, seat=seat, autoreset_mode=mode, threads=threads)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"name": game.name, "render_modes": list(RENDER_MODES[1:]), "autoreset_mode": mode}
        self.single_observation_space = game.observation_space()
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._deal_infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal new games and play them up to the learner's first decision.

        Args:
            seed: of the first game, the next ones get the numbers that follow; or a seed of 0 .. 2**64 - 1 for each.
                Without one, the games go on with seeds from the environment's own generator.
            options: ``{"reset_mask": bool (num_envs,)}`` resets only some games.

        Returns:
            Observations, float32 (``num_envs``, ``observation_size``), and infos.

        Raises:
            ValueError: the seeds or the mask do not fit, or there are other options.
        """
        options = dict(options or {})
        chosen = options.pop("reset_mask", None)
        if options:
            raise ValueError(f"unknown options {sorted(options)}; allowed is reset_mask")
        super().reset(seed=seed if isinstance(seed, int) else None)
        drawn = self.np_random.integers(MAX_SEED, size=self.num_envs, dtype=np.uint64, endpoint=True)
        self.batch.reset(drawn if seed is None else seed, chosen)
        infos: dict[str, Any] = {}
        for i in range(self.num_envs) if chosen is None else np.flatnonzero(chosen).tolist():
            infos = self._note_deal(infos, i)
        return self.batch.arrays.observations.copy(), infos

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play the learner's action in each game and the other seats up to its next decision.

        Args:
            actions: legal actions, int64 (``num_envs``,); in NEXT_STEP mode those of games that are over do not matter.

        Returns:
            Observations, rewards float64, terminations and truncations bool, each (``num_envs``, ...), and infos.

        Raises:
            gymnasium.error.ResetNeeded: a game was not reset yet, or is over in DISABLED mode.
            TypeError, ValueError: the actions are not integers, or one is not legal; the games have not changed.
        """
        batch, arrays = self.batch, self.batch.arrays
        begun = batch.states["status"] != RUNNING  # dealt anew in this step
        batch.step(actions)
        infos: dict[str, Any] = {}
        ended = np.flatnonzero(arrays.outcomes)
        same_step = batch.autoreset_mode is AutoresetMode.SAME_STEP
        for i in ended.tolist():
            seat = int(batch.seating["last"][i])
            info = {**self._deal_infos[i], **batch.game.results(arrays.scores[i])[seat]}
            if same_step:
                final = {"final_obs": arrays.final_observations[i].copy(), "final_info": info}
                infos = self._add_info(infos, final, i)
            else:
                infos = self._add_info(infos, info, i)
        for i in ended.tolist() if same_step else np.flatnonzero(begun).tolist():
            infos = self._note_deal(infos, i)
        rewards, terminated, truncated = batch.learner_rewards(), batch.terminated, batch.truncated
        return arrays.observations.copy(), rewards, terminated, truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """A new array with the legal actions, bool (``num_envs``, ``num_actions``); all False where a game is over."""
        return self.batch.arrays.masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Each game as ``render_mode`` says; no mode needs a display."""
        if self.render_mode is None:
            return None
        game, states = self.batch.game, self.batch.states
        return tuple(game.render(states, i, self.render_mode) for i in range(self.num_envs))

    def _note_deal(self, infos: dict[str, Any], i: int) -> dict[str, Any]:
        batch = self.batch
        seat = int(batch.learners[i])
        self._deal_infos[i] = {"seat": seat, **batch.game.infos(batch.states, i)[seat]}
        return self._add_info(infos, self._deal_infos[i], i)
