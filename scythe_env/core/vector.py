"""Any game as a Gymnasium vector environment: :class:`GameVectorEnv` plays many games at once for one learner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .agent import Agent, RandomAgent
from .batch import Batch, Seeds, check_autoreset_mode, checked_seeds
from .fields import shown
from .game import MAX_SEED, RENDER_MODES, RUNNING, Game, MaskedObservation, States, check_render_mode
from .registry import LineUp
from .rewards import GAME_REWARD, LearnerReward
from .session import POSITIONS, position, reset_options


@dataclass(frozen=True)
class Mixture:
    """Opponents that differ from game to game: game i of a batch meets line-up ``i % len(line_ups)``.

    Attributes:
        line_ups: each an agent that plays all other seats, or one agent for each.
    """

    line_ups: tuple[LineUp, ...]


class GameVectorEnv(VectorEnv[NDArray[np.float32] | MaskedObservation, NDArray[np.int64], NDArray[Any]]):
    """Many games in which one seat learns: what :class:`.SingleAgentEnv` is for one game, stepped in compiled calls.

    Observations, rewards and ends are those of :class:`.SingleAgentEnv`; its infos, among them ``action_mask``, come as
    Gymnasium's dictionaries of arrays (in SAME_STEP mode also ``final_obs`` and ``final_info``). :meth:`action_masks`
    gives the legal actions as bool. An illegal action raises an error. Returned arrays belong to the caller. Copies and
    pickles keep the games under way. Episode e of a game that was reset with a seed is the one that
    ``Session.reset(seed + (e << 32))`` deals.

    Args:
        game: the rules.
        num_envs: number of games.
        opponents: an agent that plays all other seats, one agent for each, clockwise from the learner's left
            neighbour, or a :class:`Mixture` of these; without any, they play at random. Agents may be given as texts
            (:mod:`.registry`).
        seat: the learner's seat; without one it is drawn for each game.
        autoreset_mode: NEXT_STEP, SAME_STEP or DISABLED, as Gymnasium has them.
        threads: number of threads; None for one on each core. The result is the same for any number.
        masked_observations: whether observations are dictionaries of ``"observation"`` and ``"action_mask"``.
        learner_reward: what a step brings the learners; by default what the games pay at their end.
        steer: the script that the learners steer with a choice for each of their turns, an agent or its text
            (:mod:`.steering`): actions and masks are then those of the choices.
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
        masked_observations: bool = False,
        learner_reward: LearnerReward = GAME_REWARD,
        steer: Agent | str | None = None,
        render_mode: str | None = None,
    ) -> None:
        if opponents is None:
            opponents = RandomAgent()
        if check_render_mode(render_mode) == "human":
            raise ValueError("render_mode 'human' is for a single game; allowed are None, 'ansi', 'rgb_array'")
        mode = check_autoreset_mode(autoreset_mode)
        line_ups = opponents.line_ups if isinstance(opponents, Mixture) else (opponents,)
        self.batch = Batch(
            game,
            num_envs,
            line_ups,
            seat=seat,
            autoreset_mode=mode,
            threads=threads,
            learner_reward=learner_reward,
            steer=steer,
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"name": game.name, "render_modes": list(RENDER_MODES[1:]), "autoreset_mode": mode}
        num_actions = self.batch.num_actions
        space = game.masked_space(num_actions) if masked_observations else game.observation_space()
        self.single_observation_space = space
        self.single_action_space = spaces.Discrete(num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._masked = masked_observations
        self._numbers: dict[str, NDArray[np.int64]] = {}  # of the infos, (num_envs,)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32] | MaskedObservation, dict[str, Any]]:
        """Deal new games, or begin with positions, and play them up to the learner's first decision.

        Args:
            seed: of the first game, the next ones get the numbers that follow; or a seed of 0 .. 2**64 - 1 for each.
                Without one, the games go on with seeds from the environment's own generator.
            options: ``{"reset_mask": bool (num_envs,)}`` resets only some games. ``"document"``, one for all games or a
                sequence of one for each, or ``"actions"``, a sequence of those of each game, say where games begin
                that do not begin with the deal: see :func:`.position`. Later episodes begin with a deal.

        Returns:
            Observations, float32 (``num_envs``, ``observation_size``), and infos.

        Raises:
            TypeError, ValueError: the seeds or the options do not fit; or a learner is not asked anything from its
                position on, then these games must be reset.
        """
        options = reset_options(options)
        chosen = options.pop("reset_mask", None)
        if unknown := sorted(set(options).difference(POSITIONS)):
            raise ValueError(f"unknown options {unknown}; allowed are reset_mask, {', '.join(POSITIONS)}")
        super().reset(seed=seed if isinstance(seed, int) else None)
        drawn = self.np_random.integers(MAX_SEED, size=self.num_envs, dtype=np.uint64, endpoint=True)
        seeds = drawn if seed is None else seed
        games = np.arange(self.num_envs) if chosen is None else np.flatnonzero(chosen)
        if options:
            self.batch.start(self._positions(seeds, options, games), seeds, chosen)
        else:
            self.batch.reset(seeds, chosen)
        for i in games.tolist():
            self._note_deal(i)
        arrays = self.batch.arrays
        return self._observation(arrays.observations.copy(), arrays.masks.copy()), self._infos(games)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.float32] | MaskedObservation,
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
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
        ended = np.flatnonzero(arrays.outcomes)
        same_step = batch.autoreset_mode is AutoresetMode.SAME_STEP
        finals: dict[str, Any] = {}
        for i in ended.tolist():
            for name, value in batch.game.results(arrays.scores[i])[int(batch.seating["last"][i])].items():
                self._numbers[name][i] = value
            if same_step:
                seen = arrays.final_observations[i].copy(), np.zeros(batch.num_actions, np.int8)
                numbers = {name: int(values[i]) for name, values in self._numbers.items()}
                info = {**numbers, "action_mask": seen[1].copy()}
                finals = self._add_info(finals, {"final_obs": self._observation(*seen), "final_info": info}, i)
        for i in ended.tolist() if same_step else np.flatnonzero(begun).tolist():
            self._note_deal(i)
        observations = self._observation(arrays.observations.copy(), arrays.masks.copy())
        infos = self._infos(np.arange(self.num_envs)) | finals
        return observations, batch.learner_rewards(), batch.terminated, batch.truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """A new array with the legal actions, bool (``num_envs``, ``num_actions``); all False where a game is over."""
        return self.batch.arrays.masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Each game as ``render_mode`` says; no mode needs a display."""
        if self.render_mode is None:
            return None
        game, states = self.batch.game, self.batch.states
        return tuple(game.render(states, i, self.render_mode) for i in range(self.num_envs))

    def _positions(self, seeds: Seeds, options: dict[str, Any], games: NDArray[np.int64]) -> States:
        """Records of the positions with which some games begin."""
        game, n = self.batch.game, self.num_envs
        given = {name: [value] * n if isinstance(value, Mapping) else value for name, value in options.items()}
        for name, values in given.items():
            if not isinstance(values, list | tuple) or len(values) != n:
                raise ValueError(f"the option {name} must have {n} entries, one for each game, not be {shown(values)}")
        each = checked_seeds(seeds, n)
        return np.concatenate(
            [position(game, each[i], {name: values[i] for name, values in given.items()}) for i in games.tolist()]
        )

    def _note_deal(self, i: int) -> None:
        """Keep the numbers of the infos of a game that begins."""
        batch = self.batch
        seat = int(batch.learners[i])
        for name, value in {"seat": seat, **batch.game.infos(batch.states, i)[seat]}.items():
            self._numbers.setdefault(name, np.zeros(self.num_envs, np.int64))[i] = value

    def _observation(self, observation: NDArray[np.float32], mask: NDArray[np.int8]) -> Any:
        """An observation, or those of all games, as the space of observations has it."""
        return {"observation": observation, "action_mask": mask} if self._masked else observation

    def _infos(self, games: NDArray[np.int64]) -> dict[str, Any]:
        """The infos of some games, as new arrays."""
        infos: dict[str, Any] = {}
        named: dict[str, NDArray[Any]] = {**self._numbers, "action_mask": self.batch.arrays.masks}
        for name, values in named.items():
            infos[name], infos[f"_{name}"] = values.copy(), np.zeros(self.num_envs, np.bool_)
            infos[f"_{name}"][games] = True
        return infos
