"""Is it random enough? Statistics within five standard errors, and finite differences."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

_ERRORS = 5.0
"""Standard errors: a share or a mean of an honest sample fails once in some two million times, a
mean of cubes of a hundred numbers once in some fifty thousand."""


def looks_normal(sample: Any, mean: float = 0.0, std: float = 1.0) -> bool:
    """Whether mean, variance, skewness and form of `sample` are those of a normal."""
    z = (_flat(sample) - mean) / std
    n = len(z)
    # For the form not the fourth moment: a single rare number can lift it by five standard errors,
    # once in two thousand honest samples of 160. What exp makes of it is never larger than 1.
    bell = np.exp(-(z**2) / 2)
    moments = (
        (z, 0.0, 1.0),
        (z**2, 1.0, 2.0),
        (z**3, 0.0, 15.0),
        (bell, 2**-0.5, 3**-0.5 - 0.5),
    )
    return n > 1 and all(
        abs(float(values.mean()) - expected) <= _ERRORS * math.sqrt(variance / n)
        for values, expected, variance in moments
    )


def looks_uniform(sample: Any, low: float = 0.0, high: float = 1.0) -> bool:
    """Whether range, mean, variance and quarters of `sample` are those of a uniform."""
    u = (_flat(sample) - low) / (high - low)
    n = len(u)
    if n < 2 or u.min() < 0 or u.max() > 1:
        return False
    if abs(float(u.mean()) - 1 / 2) > _ERRORS * math.sqrt(1 / 12 / n):
        return False
    if abs(float(((u - 0.5) ** 2).mean()) - 1 / 12) > _ERRORS * math.sqrt(1 / 180 / n):
        return False
    quarters = np.histogram(u, bins=4, range=(0.0, 1.0))[0] / n
    return all(abs(share - 0.25) <= _ERRORS * math.sqrt(0.1875 / n) for share in quarters)


def rate_near(mask: Any, p: float) -> bool:
    """Whether so many entries of `mask` are true as independent coins with rate `p` would give."""
    values = _flat(mask) != 0
    return len(values) > 0 and abs(float(values.mean()) - p) <= (
        _ERRORS * math.sqrt(p * (1 - p) / len(values))
    )


def independent(a: Any, b: Any) -> bool:
    """Whether two samples of the same size are not equal, and not correlated."""
    x, y = _flat(a), _flat(b)
    if len(x) != len(y) or len(x) < 2 or (x == y).all():
        return False
    x, y = x - x.mean(), y - y.mean()
    spread = math.sqrt(float((x**2).sum() * (y**2).sum()))
    if spread == 0:
        return False
    # The correlation of n independent pairs has a standard error of 1 / sqrt(n); a handful of
    # pairs tells nothing but equality.
    limit = _ERRORS / math.sqrt(len(x))
    return abs(float((x * y).sum()) / spread) <= min(limit, 1 - 1e-6)


def distinct(arrays: Sequence[Any]) -> bool:
    """Whether no two of `arrays` are equal."""
    flat = [_flat(array) for array in arrays]
    return not any(
        len(flat[i]) == len(flat[j]) and bool((flat[i] == flat[j]).all())
        for i in range(len(flat))
        for j in range(i)
    )


def finite_difference(f: Callable[[Any], Any], x: Any, eps: float = 1e-2) -> Any:
    """Central differences of the scalar function `f` at `x`, as an array with the shape of `x`.

    In float32 their error is some 1e-2 of the largest slope: compare with `tol=2e-2`.
    """
    start = np.asarray(x, np.float32)
    slopes = np.zeros(start.shape, np.float32)
    for index in np.ndindex(start.shape):
        step = np.zeros(start.shape, np.float32)
        step[index] = eps
        above, below = float(f(jnp.asarray(start + step))), float(f(jnp.asarray(start - step)))
        slopes[index] = (above - below) / (2 * eps)
    return jnp.asarray(slopes)


def _flat(sample: Any) -> Any:
    return np.asarray(sample).astype(np.float64).reshape(-1)
