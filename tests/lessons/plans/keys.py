"""Random keys: what counts is the distribution of the results, not the numbers themselves."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.lessons.observe import Draw, Own, reuses_key, sample
from tests.lessons.plans import plan

FEW = 4
"""Samples of 200 keys each."""


def _init_keys(own: Own, draw: Draw) -> Any:
    return reuses_key(own.init, draw.key(), 3)


@plan("keys/init-layers", facts=_init_keys, inputs=FEW)
def init_layers(own: Own, draw: Draw) -> Any:
    n = draw.pick(3, 1, 5, 2)
    found = own.init(draw.key(), n)
    shapes = [isinstance(found, list | tuple), *(str(matrix.shape) for matrix in found)]
    return [shapes, sample(lambda key: [m[::2, 1:] for m in own.init(key, n)], draw)]


def _walk_keys(own: Own, draw: Draw) -> Any:
    return reuses_key(own.walk, draw.key(), 4)


@plan("keys/key-per-step", facts=_walk_keys, inputs=FEW)
def key_per_step(own: Own, draw: Draw) -> Any:
    steps = draw.pick(5, 1, 9, 3)  # not 0: the last of no sums is nothing that the task asks for
    return sample(lambda key: own.walk(key, steps), draw)


def _dropout_keys(own: Own, draw: Draw) -> Any:
    return reuses_key(own.dropout, draw.key(), draw.smooth(3, 4), 0.5)


@plan("keys/dropout", facts=_dropout_keys, inputs=FEW)
def dropout(own: Own, draw: Draw) -> Any:
    rate = draw.pick(0.2, 0.6, 0.35, 0.0)
    x = jnp.abs(draw.smooth(*draw.pick((2, 5), (7,), (), (3, 2, 2)))) + 0.5
    return sample(lambda key: own.dropout(key, x, rate), draw)


def _augment_keys(own: Own, draw: Draw) -> Any:
    return reuses_key(own.augment, draw.key(), draw.smooth(5, 2))


@plan("keys/one-key-each", facts=_augment_keys, inputs=FEW)
def one_key_each(own: Own, draw: Draw) -> Any:
    x = draw.smooth(*draw.pick((5, 2), (1, 3), (4, 4), (7, 1)))
    x = jnp.sign(x) * (jnp.abs(x) + 0.5)
    return sample(lambda key: own.augment(key, x), draw)
