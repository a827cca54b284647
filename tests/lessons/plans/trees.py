"""Pytrees and control flow."""

from __future__ import annotations

import itertools
from typing import Any

import jax
import jax.numpy as jnp

from tests.lessons.observe import Draw, Own, equations, grows
from tests.lessons.plans import plan


def _tree(draw: Draw) -> Any:
    """Of a few forms, with arrays of all sorts."""
    return draw.pick(
        {"w": [draw.array(2, 3), draw.array(4)], "b": draw.array()},
        [draw.array(3, 2, 2), {"w": draw.array(1), "s": (draw.array(5), draw.array())}],
        draw.array(4),
        ({"a": {"b": {"c": draw.array(2, 2)}}}, draw.array(0, 3)),
    )


@plan("pytrees/count-params")
def count_params(own: Own, draw: Draw) -> Any:
    return int(own.n_params(_tree(draw)))


@plan("pytrees/n-layers")
def n_layers(own: Own, draw: Draw) -> Any:
    sizes = draw.pick((3, 5, 2), (2, 4), (3, 3, 3, 3), (1, 2, 3, 4, 1))
    params = [{"w": draw.smooth(n, m), "b": draw.smooth(m)} for n, m in itertools.pairwise(sizes)]
    x = draw.array(draw.pick(4, 1, 3), sizes[0])
    return own.forward(params, x)


@plan("pytrees/ema")
def ema(own: Own, draw: Draw) -> Any:
    old = _tree(draw)
    return own.ema(old, draw.fill(old), draw.number_in(0, 1))


@plan("pytrees/decay-kernels")
def decay_kernels(own: Own, draw: Draw) -> Any:
    tree = draw.pick(
        {"down": {"w": draw.array(2), "b": draw.array(1)}, "up": [{"w": draw.array(3)}]},
        [{"w2": draw.array(2), "w": draw.array()}, {"kw": draw.array(3), "b": draw.array(2, 2)}],
        {"w": draw.array(2, 2), "x": {"w_": draw.array(2), "w": draw.array(1)}},
        {"list": [{"list": [{"w": draw.array(2)}, {"v": draw.array(2)}]}]},
    )
    return own.decay(tree, draw.number_in(-0.5, 0.95))


@plan("pytrees/own-layer")
def own_layer(own: Own, draw: Draw) -> Any:
    rows, wide, out = draw.pick((4, 3, 2), (1, 2, 5), (3, 1, 1))
    layer = own.Layer(draw.smooth(wide, out), draw.smooth(out), draw.pick("first", "next"))
    x = draw.smooth(rows, wide)
    slope = jax.grad(own.loss)(layer, x)
    twice = jax.tree.map(lambda v: 2 * v, layer)
    return [
        [(each.w, each.b, each.name, type(each).__name__) for each in (slope, twice)],
        len(jax.tree.leaves(layer)),
        draw.now_and_then(lambda: jax.jit(own.loss)(layer, x)),
    ]


def _months(own: Own, draw: Draw) -> Any:
    d = draw.smooth(12)
    return grows(own.balances, (10.0, d[:4], 0.1), (10.0, d, 0.1))


@plan("control/balance", facts=_months)
def balance(own: Own, draw: Draw) -> Any:
    start, rate = draw.number_in(-100, 1000), draw.number_in(-0.1, 0.2)
    return own.balances(start, draw.array(draw.pick(3, 1, 6), scale=50.0), rate)


def _states(own: Own, draw: Draw) -> Any:
    w, u, xs = draw.smooth(4, 4), draw.smooth(4, 2), draw.smooth(12, 2)
    return grows(own.rnn, (w, u, xs[:3]), (w, u, xs))


@plan("control/rnn", facts=_states)
def rnn(own: Own, draw: Draw) -> Any:
    h, n, rows = draw.pick((4, 2, 5), (3, 3, 1), (1, 4, 3))
    return own.rnn(draw.smooth(h, h), draw.smooth(h, n), draw.array(rows, n))


def _turns(own: Own, draw: Draw) -> Any:
    xs = draw.smooth(12, 2)
    return grows(own.smooth, (xs[:3], 0.9), (xs, 0.9))


@plan("control/carry-dtype", facts=_turns)
def carry_dtype(own: Own, draw: Draw) -> Any:
    xs = draw.array(*draw.pick((3,), (4, 3), (1, 2), (5, 2, 2)))
    return own.smooth(xs, draw.number_in(0.05, 0.95))


@plan("control/newton")
def newton(own: Own, draw: Draw) -> Any:
    a, tol = draw.number_in(0.01, 3.0) ** 4, draw.pick(1e-2, 1e-3, 0.3)
    x, n = own.root(a, tol)
    inside = draw.now_and_then(lambda: jax.jit(lambda a, tol: own.root(a, tol))(a, tol))
    return [x, int(n), inside and [inside[0], int(inside[1])]]


def _guarded_size(own: Own, draw: Draw) -> Any:
    p = {"w": draw.smooth(3)}
    return equations(own.guarded, p, p, 0.1) > 0


@plan("control/skip-bad-steps", facts=_guarded_size)
def skip_bad_steps(own: Own, draw: Draw) -> Any:
    p = draw.pick(
        {"w": draw.smooth(3), "b": draw.smooth()},
        [{"w": draw.smooth(2, 2)}, draw.smooth(4)],
        {"a": {"b": draw.smooth(2)}, "c": draw.smooth(3), "d": draw.smooth()},
    )
    g = draw.fill(p)
    leaves, structure = jax.tree.flatten(g)
    if draw.number % 4:
        bad = draw.pick(jnp.nan, jnp.inf, -jnp.inf)
        at = draw.int(0, len(leaves))
        flat = leaves[at].ravel().at[draw.int(0, leaves[at].size)].set(bad)
        leaves[at] = flat.reshape(leaves[at].shape)
    g = jax.tree.unflatten(structure, leaves)
    rate = draw.number_in(0.05, 0.5)
    inside = draw.now_and_then(lambda: jax.jit(lambda *a: own.guarded(*a))(p, g, rate))
    return own.guarded(p, g, rate), inside
