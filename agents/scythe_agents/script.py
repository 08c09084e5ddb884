"""Scripts: agents whose plan is written by hand, and whose judgement is an array of weights that can be evolved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from scythe_env.core.compiled import CompiledAgent
from scythe_env.core.compiling import Layout
from scythe_env.core.document import parse
from scythe_env.core.fields import shown


class Script(CompiledAgent):
    """Base of scripts.

    Args:
        weights: a file of weights (:func:`write_weights`); by default the script's own.

    Attributes:
        weights: float32 (k,), whole numbers in the order of ``names``.

    Raises:
        ValueError: the file cannot be read, or does not hold weights of this script.
    """

    names: ClassVar[tuple[str, ...]]
    """What the weights are called."""

    defaults: ClassVar[NDArray[np.float32]]
    """Those that the script plays with by default, float32 (k,)."""

    outcome: ClassVar[Any]
    """``(scores, num_players, seat) -> float``: what the end of a game is worth, -1 to 1; a rule."""

    layout: ClassVar[Layout]
    """Layout of the records of its game."""

    most: ClassVar[int]
    """The largest absolute value of a weight."""

    weights: NDArray[np.float32]

    def __init__(self, weights: Path | None = None) -> None:
        super().__init__(self.layout)
        self.weights = self.defaults.copy() if weights is None else self._read(Path(weights))

    @classmethod
    def bounded(cls, values: npt.ArrayLike) -> NDArray[np.float32]:
        """The nearest weights that are allowed: whole numbers within bounds, float32 (k,)."""
        return np.clip(np.rint(values), -cls.most, cls.most).astype(np.float32)

    @classmethod
    def document(cls, weights: NDArray[np.float32], **origin: Any) -> str:
        """The text of a file of weights.

        Args:
            weights: float32 (k,).
            origin: how they were found, for people.
        """
        named = {name: int(value) for name, value in zip(cls.names, weights, strict=True)}
        return json.dumps({"weights": named, "origin": origin}, indent=2) + "\n"

    @classmethod
    def _read(cls, file: Path) -> NDArray[np.float32]:
        try:
            document = parse(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise ValueError(f"{file}: {error.strerror}") from None
        except ValueError as error:
            raise ValueError(f"{file}: damaged: {error}") from None
        found = document.get("weights") if isinstance(document, dict) else None
        if not isinstance(found, dict):
            raise ValueError(f"{file}: not a file of weights")
        for name in (*cls.names, *found):
            if name not in found or name not in cls.names:
                what = "missing" if name in cls.names else "unknown"
                raise ValueError(f"{file}: the weight {name!r} is {what}; needed are {', '.join(cls.names)}")
            if type(found[name]) is not int or abs(found[name]) > cls.most:
                raise ValueError(
                    f"{file}: the weight {name!r} must be a whole number from {-cls.most} to {cls.most}, "
                    f"not {shown(found[name])}"
                )
        return np.array([found[name] for name in cls.names], np.float32)
