"""Nets in compiled code, whose zero inputs cost nothing: value nets with two hidden layers, and policy nets.

Their files hold arrays alone, in the form of safetensors, which is imported when it is asked for: environments do
without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .compiling import rule

MOST_HIDDEN: Final = 512
"""The largest width of a hidden layer."""

MOST_LAYERS: Final = 8
"""Hidden layers of a policy net."""

_TENSORS: Final = tuple(f"{layer}.{part}" for layer in range(3) for part in ("weight", "bias"))


class Net(NamedTuple):
    """A value net.

    Attributes:
        values: all its weights, float32 (:func:`net_size`,): those of each layer (inputs, outputs), then its biases.
        inputs: its inputs.
        hidden: the widths of its two hidden layers.
    """

    values: NDArray[np.float32]
    inputs: int
    hidden: tuple[int, int]


class PolicyNet(NamedTuple):
    """A net that gives each action a score, the unnormalised logarithm of its probability.

    Attributes:
        values: all its weights, float32 (k,): those of each layer (inputs, outputs), then its biases.
        sizes: its inputs, the widths of its hidden layers, its outputs.
        tanh: whether hidden units are hyperbolic tangents; else they are rectified.
    """

    values: NDArray[np.float32]
    sizes: tuple[int, ...]
    tanh: bool

    @classmethod
    def of_layers(cls, weights: Sequence[NDArray[Any]], biases: Sequence[NDArray[Any]], tanh: bool) -> PolicyNet:
        """A net from the weights (outputs, inputs) and the biases (outputs,) of its layers, in order."""
        parts = [part for layer in zip(weights, biases, strict=True) for part in (layer[0].T.ravel(), layer[1])]
        sizes = (weights[0].shape[1], *(len(layer) for layer in biases))
        return cls(np.concatenate(parts, dtype=np.float32), sizes, tanh)


@rule
def dense(x: Any, net: Any, at: int, inputs: int, outputs: int, out: Any) -> None:
    """A layer, whose weights (inputs, outputs) and then biases begin at ``at``; zeros among ``x`` cost nothing."""
    bias = at + inputs * outputs
    for j in range(outputs):
        out[j] = net[bias + j]
    for k in range(inputs):
        if x[k] != 0.0:
            row = net[at + k * outputs : at + k * outputs + outputs]
            for j in range(outputs):
                out[j] += x[k] * row[j]


@rule
def net_value(x: Any, net: Any, inputs: int, n1: int, n2: int, h1: Any, h2: Any) -> float:
    """A net's value: two hidden layers of rectified units, -1 to 1; zeros among the inputs ``x`` cost nothing."""
    second = (inputs + 1) * n1
    last = second + (n1 + 1) * n2
    dense(x, net, 0, inputs, n1, h1)
    for j in range(n1):
        h1[j] = max(h1[j], 0.0)
    dense(h1, net, second, n1, n2, h2)
    value = 0.0 + net[last + n2]
    for j in range(n2):
        value += max(h2[j], 0.0) * net[last + j]
    return min(max(value, -1.0), 1.0)  # type: ignore[no-any-return]


@rule
def net_scores(x: Any, net: Any, sizes: Any, layers: int, tanh: int, out: Any, spare: Any) -> None:
    """The scores of a policy net, into ``out``; this and ``spare`` are as long as its widest layer."""
    at = 0
    for layer in range(layers):
        inputs = int(sizes[layer])
        outputs = int(sizes[layer + 1])
        if layer == 0:
            dense(x, net, at, inputs, outputs, out)
        else:
            for k in range(inputs):
                spare[k] = np.tanh(out[k]) if tanh == 1 else max(out[k], 0.0)
            dense(spare, net, at, inputs, outputs, out)
        at += (inputs + 1) * outputs


def net_size(inputs: int, n1: int, n2: int) -> int:
    """How many weights a value net has."""
    return (inputs + 1) * n1 + (n1 + 1) * n2 + n2 + 1 if inputs else 0


def write_net(net: Net, interface: str) -> bytes:
    """The file of a net, with weights of half precision.

    Args:
        net: the net.
        interface: digest of what its inputs mean.
    """
    from safetensors.numpy import save

    (n1, n2), at, tensors = net.hidden, 0, {}
    for name, shape in zip(_TENSORS, ((net.inputs, n1), (n1,), (n1, n2), (n2,), (n2, 1), (1,)), strict=True):
        tensors[name] = net.values[at : at + int(np.prod(shape))].reshape(shape).astype(np.float16)
        at += tensors[name].size
    return save(tensors, {"interface": interface})


def read_net(file: Path, inputs: int, interface: str) -> Net:
    """The net in a file.

    Args:
        file: the file.
        inputs: how many inputs it must have.
        interface: digest of what they mean.

    Raises:
        ValueError: the file is missing, damaged or not such a net, or its inputs meant something else.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(file, "np") as stored:
            found, told = set(stored.keys()), (stored.metadata() or {}).get("interface")
            tensors = [stored.get_tensor(name) for name in _TENSORS if name in found]
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror or error}") from None
    except (SafetensorError, KeyError) as error:  # a KeyError is a type that numpy does not have
        raise ValueError(f"{file}: damaged: {error}") from None
    shapes = [tensor.shape for tensor in tensors]
    n1, n2 = (shapes[k][0] if k < len(shapes) and shapes[k] else 0 for k in (1, 3))
    if shapes != [(inputs, n1), (n1,), (n1, n2), (n2,), (n2, 1), (1,)] or not 0 < max(n1, n2) <= MOST_HIDDEN:
        raise ValueError(f"{file}: not a value net of {inputs} inputs; its tensors are {shapes}")
    values = np.concatenate([tensor.astype(np.float32).reshape(-1) for tensor in tensors])
    if not np.isfinite(values).all():
        raise ValueError(f"{file}: holds numbers that are not finite")
    if told != interface:
        raise ValueError(f"{file}: the net was trained for other inputs ({told}) than there are now ({interface})")
    return Net(values, inputs, (n1, n2))
