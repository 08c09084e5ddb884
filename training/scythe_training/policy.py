"""Trained policies as they are stored: weights in safetensors, settings in JSON. Loading one does not run code from it.

A policy is a perceptron from the observation to a score for each action; the mask leaves the legal ones. Acting needs
only numpy, with which a single decision costs less than with torch. A policy that steers a script gives scores to
choices, and acts in compiled code, with the script's weights beside its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scythe_env.core.agent import Agent, Choice, Insight, Weighed
from scythe_env.core.game import Game, Mask, Observation
from scythe_env.core.net import PolicyNet
from scythe_env.core.steering import SteeredAgent, steered

from .files import DIGESTS_FILE, check_whole, read_json, write_whole
from .settings import TrainingSettings, read

try:
    from safetensors import SafetensorError
    from safetensors.numpy import load as load_tensors
    from safetensors.numpy import save as save_tensors
except ModuleNotFoundError as error:
    text = "the package safetensors is missing: python -m pip install 'scythe-env[train]'"
    raise ModuleNotFoundError(text, name=error.name) from error

FORMAT: Final = "scythe-policy-2"
_WITHOUT_DIGESTS: Final = "scythe-policy-1"  # can still be read
WEIGHTS_FILE: Final = "policy.safetensors"
SETTINGS_FILE: Final = "settings.json"
SCRIPT: Final = "script"
"""The tensor with the weights of the script that a policy steers."""

Tensors = dict[str, NDArray[Any]]


@dataclass(frozen=True, kw_only=True)
class PolicySettings:
    """What the settings file of a stored policy holds.

    Attributes:
        format: name and version of the format.
        interface: digest of observations and actions, see :meth:`.Game.interface` and :meth:`.SteeredAgent.interface`.
        decisions: decisions that the policy has learned from.
        updates: gradient passes that it has made.
        training: what it was trained with.
    """

    format: str
    interface: str
    decisions: int
    updates: int
    training: TrainingSettings

    def __post_init__(self) -> None:
        for name in ("decisions", "updates"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be at least 0, not {getattr(self, name)}")


@dataclass(frozen=True)
class StoredPolicy:
    """Weights and settings of a policy.

    Attributes:
        weights: float32 arrays, ``actor.k.weight`` (out, in) and ``actor.k.bias`` (out,) for layer k, and ``critic.``
            likewise for the value network.
        settings: the rest.
        script: the weights of the script that it steers, float32 (k,); None if it makes every decision.
    """

    weights: Tensors
    settings: PolicySettings
    script: NDArray[np.float32] | None = None

    @classmethod
    def make(cls, weights: Tensors, training: TrainingSettings, decisions: int, updates: int) -> StoredPolicy:
        """A policy as it comes out of training."""
        game = training.make_game()
        helm = _helm(training, game)
        marks = {"format": FORMAT, "interface": helm.interface(game) if helm else game.interface()}
        settings = PolicySettings(**marks, decisions=decisions, updates=updates, training=training)
        return cls(weights, settings, helm.script if helm else None)

    def save(self, folder: Path, more: Mapping[str, bytes] = MappingProxyType({})) -> None:
        """Write the files of a policy and their digests as a folder, or in the place of another policy.

        Args:
            folder: the folder; it gets its name when it is whole.
            more: files to write beside them, by name.

        Raises:
            ValueError: a weight is not finite, or the folder holds other files.
            OSError: a file cannot be written; the folder is as before.
        """
        for name, values in self.weights.items():
            if not np.isfinite(values).all():
                raise ValueError(f"the weights {name!r} are not finite: the training diverged, and nothing is saved")
        settings = json.dumps(asdict(self.settings), indent=2, allow_nan=False) + "\n"
        tensors = self.weights if self.script is None else self.weights | {SCRIPT: self.script}
        files = {WEIGHTS_FILE: save_tensors(tensors), SETTINGS_FILE: settings.encode()}
        write_whole(folder, files | dict(more))

    @classmethod
    def load(cls, folder: Path) -> StoredPolicy:
        """Read the files of a folder.

        Raises:
            ValueError: a file is missing or damaged, they were not written together, or the policy was trained with
                another version of observations or actions.
        """
        settings = _read_settings(folder / SETTINGS_FILE)
        if settings.format == FORMAT or (folder / DIGESTS_FILE).exists():
            check_whole(folder, WEIGHTS_FILE, SETTINGS_FILE)
        weights = read_tensors(folder / WEIGHTS_FILE)
        game = settings.training.make_game()
        helm = _helm(settings.training, game)
        present = helm.interface(game) if helm else game.interface()
        if settings.interface != present:
            raise ValueError(
                f"{folder}: the policy was trained with other observations or actions ({settings.interface}) than "
                f"this version has ({present}): train it anew"
            )
        expected = {name: (np.dtype(np.float32), shape) for name, shape in shapes(settings.training).items()}
        if helm:
            expected[SCRIPT] = np.dtype(np.float32), helm.script.shape
        check_tensors(folder / WEIGHTS_FILE, weights, expected)
        script = weights.pop(SCRIPT, None)
        return cls(weights, settings, script)

    def net(self) -> PolicyNet:
        """The policy as a net for compiled code."""
        training = self.settings.training
        layers = range(len(training.hidden) + 1)
        weights, biases = ([self.weights[f"actor.{k}.{part}"] for k in layers] for part in ("weight", "bias"))
        return PolicyNet.of_layers(weights, biases, training.activation == "tanh")

    def scores(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """The unnormalised log-probability of every action.

        Args:
            observations: float32, (``observation_size``,) or (n, ``observation_size``).

        Returns:
            float32, (``num_actions``,) or (n, ``num_actions``); nothing is masked.
        """
        return self._forward("actor", observations)

    def values(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """What the value network expects of games, float32 () or (n,); arguments as for :meth:`scores`."""
        return self._forward("critic", observations)[..., 0]

    def _forward(self, network: str, x: NDArray[np.float32]) -> NDArray[np.float32]:
        training = self.settings.training
        seen = np.flatnonzero(x.reshape(-1, x.shape[-1]).any(0))  # of which there are few
        x = x[..., seen]
        last = len(training.hidden)
        for k in range(last + 1):
            weights = self.weights[f"{network}.{k}.weight"]
            x = x @ (weights[:, seen] if k == 0 else weights).T + self.weights[f"{network}.{k}.bias"]
            if k < last:
                x = np.tanh(x) if training.activation == "tanh" else np.maximum(x, np.float32(0))
        return x


class PolicyAgent(Agent):
    """Plays a stored policy, which observes every table as it did in training.

    Args:
        policy: the policy.
        game: the game that it is to play.
        greedy: choose the likeliest action, instead of drawing one by its probability.

    Raises:
        ValueError: the policy was trained for another game, or its observations do not fit the number of players.
    """

    observing: Game

    def __init__(self, policy: StoredPolicy, game: Game, greedy: bool = True) -> None:
        known = _check_fits(policy, game)
        self.policy = policy
        self.observing = known
        self.greedy = greedy
        self._rng = np.random.default_rng()
        self._asked: tuple[Observation, Mask] | None = None

    @classmethod
    def load(cls, folder: Path, game: Game, greedy: bool = True) -> Agent:
        """Plays the policy in a folder that ``scythe train`` wrote, which the folder's name alone stands for, too.

        See :func:`agent_of`.

        Raises:
            ValueError: see :meth:`StoredPolicy.load`, or the policy does not fit the game.
        """
        return agent_of(StoredPolicy.load(folder), game, greedy)

    def reset(self, seed: int) -> None:
        """Start the generator."""
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Observation, mask: Mask) -> int:
        """The likeliest legal action, or one drawn by its probability."""
        self._asked = observation, mask
        return int(self.act_many(observation[None], mask[None])[0])

    def insight(self) -> Insight | None:
        """The probabilities of the legal actions, and what the value network expects."""
        if self._asked is None:
            return None
        observation, mask = self._asked
        legal = np.flatnonzero(mask)
        scores = self.policy.scores(observation)[legal].astype(np.float64)
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        order = np.argsort(-shares, kind="stable")
        choices = (Weighed((Choice(None, int(legal[k])),), float(shares[k])) for k in order)
        return Insight(float(self.policy.values(observation)), tuple(choices))

    def act_many(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """The same for n games, in one pass of the network.

        Raises:
            ValueError: the observations are not those of the game that the policy was trained for.
        """
        size = self.observing.observation_size
        if observations.shape[1] != size:
            raise ValueError(f"the policy observes {size} numbers, not {observations.shape[1]}")
        scores = np.where(masks, self.policy.scores(observations), -np.inf)
        if not self.greedy:
            scores += self._rng.gumbel(size=scores.shape)  # the largest is then a draw from the softmax
        return scores.argmax(1)  # type: ignore[no-any-return]


def agent_of(policy: StoredPolicy, game: Game, greedy: bool = True) -> Agent:
    """The agent that plays a policy: a compiled one if it steers a script, else a :class:`PolicyAgent`.

    Args:
        policy: the policy.
        game: the game that it is to play.
        greedy: choose the likeliest action, instead of drawing one by its probability.

    Raises:
        ValueError: the policy was trained for another game or number of players.
    """
    if policy.script is None:
        return PolicyAgent(policy, game, greedy)
    _check_fits(policy, game)
    kind = type(steered(policy.settings.training.steer, game))
    return kind(game, policy.script, policy.net(), greedy)


def _check_fits(policy: StoredPolicy, game: Game) -> Game:
    """The game that a policy was trained for, if observations and actions mean the same in another one."""
    known = policy.settings.training.make_game()
    if known.name != game.name:
        raise ValueError(f"the policy was trained for {known.name}, not for {game.name}")
    try:
        fits = game.observing_like(known).interface() == known.interface()
    except ValueError:  # no room for so many seats
        fits = False
    if not fits:
        raise ValueError(f"the policy was trained for {known.num_players} players, not for {game.num_players}")
    return known


def _helm(training: TrainingSettings, game: Game) -> SteeredAgent | None:
    """What plays the turns of the learner, if it steers a script."""
    return steered(training.steer, game) if training.steer else None


def shapes(training: TrainingSettings) -> dict[str, tuple[int, ...]]:
    """The shapes of the tensors of a policy with these training settings, by their names."""
    game = training.make_game()
    helm = _helm(training, game)
    num_actions = len(helm.steering.choices) if helm else game.num_actions
    shapes: dict[str, tuple[int, ...]] = {}
    for network, outputs in (("actor", num_actions), ("critic", 1)):
        widths = (game.observation_size, *training.hidden, outputs)
        for k in range(len(widths) - 1):
            shapes[f"{network}.{k}.weight"] = (widths[k + 1], widths[k])
            shapes[f"{network}.{k}.bias"] = (widths[k + 1],)
    return shapes


def _read_settings(file: Path) -> PolicySettings:
    document = read_json(file)
    if not isinstance(document, dict) or document.get("format") not in (FORMAT, _WITHOUT_DIGESTS):
        raise ValueError(f"{file}: not the settings of a policy in the format {FORMAT}")
    return read(PolicySettings, document, str(file))


def read_tensors(file: Path) -> Tensors:
    """The arrays in a safetensors file.

    Raises:
        ValueError: the file is missing or damaged.
    """
    try:
        return load_tensors(file.read_bytes())
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except (SafetensorError, KeyError) as error:  # a KeyError is a type that numpy does not have
        raise ValueError(f"{file}: damaged: {error}") from None


def check_tensors(file: Path, tensors: Tensors, expected: Mapping[str, tuple[np.dtype[Any], tuple[int, ...]]]) -> None:
    """Refuse tensors of other names, types or shapes than expected, and numbers that are not finite.

    Raises:
        ValueError: naming the file and the first tensor that is wrong.
    """
    for name in [*expected, *tensors]:
        found = tensors.get(name)
        if name not in expected:
            raise ValueError(f"{file}: unexpected tensor {name!r}")
        dtype, shape = expected[name]
        if found is None or found.dtype != dtype or found.shape != shape:
            what = "missing" if found is None else f"{found.dtype} {found.shape}"
            raise ValueError(f"{file}: tensor {name!r} is {what}, expected is {dtype} {shape} by its settings")
        if not np.isfinite(found).all():
            raise ValueError(f"{file}: tensor {name!r} holds numbers that are not finite")
