"""Fresh inputs for a check, reproducible from the number stored with the attempt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

T = TypeVar("T")

_TELLING = (-1.5, 0.0, 0.4, -0.25, 1e-3, 30.0, 1.0, -7.0, 2.5, -1e-3)
"""Negative, zero, between 0 and 1, tiny, large."""


class Rng:
    """Draws inputs. Arrays are JAX arrays: float32, int32."""

    def __init__(self, seed: int) -> None:
        self._numpy = np.random.default_rng(abs(seed))
        self._drawn = 0

    def normal(self, *shape: int, scale: float = 1.0) -> jax.Array:
        """Normal floats."""
        return _floats(scale * self._numpy.standard_normal(shape))

    def uniform(self, *shape: int, low: float = 0.0, high: float = 1.0) -> jax.Array:
        """Floats between `low` and `high`."""
        return _floats(self._numpy.uniform(low, high, shape))

    def mixed(self, *shape: int) -> jax.Array:
        """Values that tell programs apart: negative, zero, between 0 and 1, tiny, large.

        With two axes and three rows or more, the last row repeats the first one.
        """
        if len(shape) >= 2 and shape[0] >= 3:
            rows = self._mixed(shape[0] - 1, *shape[1:])
            return _floats(np.concatenate([rows, rows[:1]]))
        return _floats(self._mixed(*shape))

    def _mixed(self, *shape: int) -> Any:
        size = int(np.prod(shape, dtype=int))
        values = self._numpy.standard_normal(size)
        places = self._numpy.permutation(size)[: (size + 1) // 2]
        values[places] = np.resize(self._numpy.permutation(_TELLING), len(places))
        return values.reshape(shape)

    def integers(self, low: int, high: int, *shape: int) -> jax.Array:
        """int32 from `low` to `high` - 1."""
        return jnp.asarray(self._numpy.integers(low, high, shape).astype(np.int32))

    def permutation(self, n: int) -> jax.Array:
        """0 to `n` - 1 in a random order, int32."""
        return jnp.asarray(self._numpy.permutation(n).astype(np.int32))

    def choice(self, options: Sequence[T]) -> T:
        """One element."""
        return options[int(self._numpy.integers(len(options)))]

    def sizes(self, n: int, low: int, high: int) -> list[int]:
        """`n` different ints from `low` to `high` - 1: the same in every check of an exercise.

        A program is compiled for its shapes. With new sizes each time no verdict would find its
        programs in the cache.
        """
        self._drawn += 1
        drawn = np.random.default_rng((n, low, high, self._drawn)).permutation(high - low)
        return [low + int(i) for i in drawn[:n]]

    def number(self, low: float, high: float) -> float:
        """A Python float between `low` and `high`, with few digits."""
        return round(float(self._numpy.uniform(low, high)), 3)

    def whole(self, low: int, high: int) -> int:
        """A Python int from `low` to `high` - 1."""
        return int(self._numpy.integers(low, high))

    def key(self) -> jax.Array:
        """A typed random key."""
        words = self._numpy.integers(0, 1 << 32, 2, dtype=np.uint32)
        key: jax.Array = jax.random.wrap_key_data(jnp.asarray(words), impl="threefry2x32")
        return key

    def keys(self, n: int) -> list[jax.Array]:
        """`n` typed random keys."""
        return [self.key() for _ in range(n)]

    def like(self, tree: Any, scale: float = 1.0) -> Any:
        """Normal floats with the shapes of a tree of arrays, or of shapes like `(3, 4)`."""
        return jax.tree.map(
            lambda leaf: self.normal(*_shape(leaf), scale=scale), tree, is_leaf=_is_shape
        )


def _floats(array: Any) -> jax.Array:
    return jnp.asarray(np.asarray(array, np.float32))


def _is_shape(value: Any) -> bool:
    return type(value) is tuple and all(type(size) is int for size in value)


def _shape(leaf: Any) -> tuple[int, ...]:
    return leaf if _is_shape(leaf) else tuple(np.shape(leaf))
