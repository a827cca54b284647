"""`log`: points of live curves."""

from __future__ import annotations

import atexit
import math
import threading
import time
from typing import Any

import jax
import numpy as np

from tutor.events import Metric, pack
from tutor.kit import sink

WINDOW = 0.05
"""Seconds. In one window at most `BURST` points are sent as they come; what is above is held back
and thinned when the window ends, so that a long training is never slowed or cut for logging."""
BURST = 100
HELD = 8192
COLUMNS = 64
"""Of a thinned window: each keeps the lowest and highest value of every curve."""

Point = tuple[float, dict[str, float]]


def log(step: Any, **scalars: Any) -> None:
    """A point at `step` for each named curve: `log(step, loss=loss, accuracy=acc)`.

    Values are numbers: Python, NumPy or JAX scalars (a JAX scalar is waited for). Call it outside
    of functions that JAX traces; a TypeError says so otherwise.
    """
    at = float(step) if type(step) is int or type(step) is float else _number("step", step)
    values = {
        name: value if type(value) is float else _number(name, value)
        for name, value in scalars.items()
    }
    if values:
        _stream.add(at, values)


def _number(name: str, value: Any) -> float:
    if isinstance(value, (int, np.integer)):
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf
    if isinstance(value, (float, np.floating, np.bool_)):
        return float(value)
    if isinstance(value, jax.core.Tracer):
        raise TypeError(
            f"log: {name} is a tracer ({value.dtype}{list(value.shape)}). Inside jit, grad, vmap "
            f"or scan values do not exist yet. Return {name} and log it outside, or use "
            f"jax.debug.callback(lambda s, v: log(s, {_keyword(name)}=v), step, value)."
        )
    shape = getattr(value, "shape", None)
    if shape:
        raise TypeError(
            f"log: {name} has shape {tuple(shape)}; a point of a curve is one number. "
            f"Log its mean, its norm or one entry."
        )
    if isinstance(value, (str, bytes)) or not hasattr(value, "__float__"):
        raise TypeError(f"log: {name} must be a number, not {type(value).__name__}.")
    return float(value)


def _keyword(name: str) -> str:
    return name if name.isidentifier() and name != "step" else "value"


class _Stream:
    """Passes points on at once while they come slowly, thinned while they come fast."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._held: list[Point] = []
        self._window_ends = 0.0
        self._room = 0

    def add(self, step: float, values: dict[str, float]) -> None:
        with self._lock:
            now = time.monotonic()
            if now >= self._window_ends:
                self.flush()
                self._window_ends = now + WINDOW
                self._room = BURST
            if self._room:
                self._room -= 1
                _send(step, values)
                return
            self._held.append((step, values))
            if len(self._held) >= HELD:
                self._held = thin(self._held, COLUMNS)

    def flush(self) -> None:
        with self._lock:
            held, self._held = self._held, []
            if len(held) > BURST:
                held = thin(held, COLUMNS)
            for step, values in held:
                _send(step, values)


def thin(points: list[Point], columns: int) -> list[Point]:
    """The points that show in a picture of so many columns, in order: first, last, and in each
    column the lowest, the highest and the first non-finite value of every curve."""
    keep = {0, len(points) - 1}
    size = -(-len(points) // columns)
    for start in range(0, len(points), size):
        lowest: dict[str, tuple[float, int]] = {}
        highest: dict[str, tuple[float, int]] = {}
        broken: dict[str, int] = {}
        for index in range(start, min(start + size, len(points))):
            for name, value in points[index][1].items():
                if not math.isfinite(value):
                    broken.setdefault(name, index)
                    continue
                if name not in lowest or value < lowest[name][0]:
                    lowest[name] = value, index
                if name not in highest or value > highest[name][0]:
                    highest[name] = value, index
        keep.update(index for _, index in lowest.values())
        keep.update(index for _, index in highest.values())
        keep.update(broken.values())
    return [points[index] for index in sorted(keep)]


def _send(step: float, values: dict[str, float]) -> None:
    sink.emit(Metric(step=pack(step), values={name: pack(value) for name, value in values.items()}))


_stream = _Stream()
sink.on_flush(_stream.flush)
atexit.register(_stream.flush)
