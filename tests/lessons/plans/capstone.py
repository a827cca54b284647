"""The capstones."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from tests.lessons.observe import Draw, Own, reuses_key, sample
from tests.lessons.plans import plan

PICTURES = jnp.pad(
    jax.random.bernoulli(jax.random.key(0), 0.6, (10, 7, 6)) * 1.0, ((0, 0), (2, 3), (3, 3))
)
"""Ten that no shift makes alike, each in the middle."""


def _sample_keys(own: Own, draw: Draw) -> Any:
    return reuses_key(own.sample, draw.key(), PICTURES, 3)


@plan("capstone/digit-sample", facts=_sample_keys, inputs=2)
def digit_sample(own: Own, draw: Draw) -> Any:
    """Of each image its digit, where its rows and columns begin, its brightness, its noise."""

    def run(key: jax.Array) -> Any:
        x, y = own.sample(key, PICTURES, 2)
        fitted = jax.vmap(_fit, (None, 0, 0))(PICTURES, x, y)
        return [y, *fitted]

    x, y = own.sample(draw.key(), PICTURES, draw.pick(5, 1))
    return [list(x.shape), list(y.shape), y.dtype.kind, sample(run, draw)]


@jax.jit
def _fit(digits: Any, image: Any, digit: Any) -> Any:
    """The shift at which a digit fits best, and what remains."""
    shifts = [(dy, dx) for dy in range(-3, 4) for dx in range(-3, 4)]
    rolled = jnp.stack([jnp.roll(digits[digit], s, (0, 1)) for s in shifts])
    scores = jnp.einsum("sij,ij->s", rolled, image)
    at = jnp.argmax(scores)
    shape = rolled[at]
    bright = jnp.sum(shape * image) / jnp.sum(shape * shape)
    where = jnp.array(shifts)[at]
    return where[0], where[1], bright, jnp.std(image - bright * shape), image[0, 0]


@plan("capstone/confusion")
def confusion(own: Own, draw: Draw) -> Any:
    k, n = draw.pick((3, 12), (5, 7), (1, 4), (4, 1))
    return jnp.asarray(own.confusion(draw.whole(0, k, n), draw.whole(0, k, n), k), jnp.int32)


@plan("capstone/see-the-past")
def see_the_past(own: Own, draw: Draw) -> Any:
    n, d, c = draw.pick((5, 4, 3), (1, 2, 2), (4, 4, 4), (3, 1, 5))
    front = draw.pick((), (2,), (2, 3))
    q, k, v = draw.smooth(*front, n, d), draw.smooth(*front, n, d), draw.smooth(*front, n, c)
    return own.attention(q, k, v)


@plan("capstone/add-noise", "keep")
def add_noise(own: Own, draw: Draw) -> Any:
    n = draw.pick(5, 1, 2, 8)
    return own.noised(draw.array(n, 2), draw.whole(0, 50, n), draw.smooth(n, 2))
