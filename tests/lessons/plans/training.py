"""Optax, and what comes from PyTorch."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from tests.lessons.observe import Draw, Own, frames
from tests.lessons.plans import plan


def _regression(draw: Draw) -> tuple[Any, Any, Any]:
    rows, wide = draw.pick((6, 3), (1, 2), (5, 1))
    p = {"w": draw.smooth(wide), "b": draw.smooth()}
    return p, draw.array(rows, wide), draw.smooth(rows)


def _step_jitted(own: Own, draw: Draw) -> Any:
    p, x, y = _regression(draw)
    state = own.opt.init(p)
    own.step(p, state, x, y)
    return frames(own.step, p, state, x, y)


@plan("optax/optax-step", "opt", "step", facts=_step_jitted)
def optax_step(own: Own, draw: Draw) -> Any:
    p, x, y = _regression(draw)
    state, seen = own.opt.init(p), []
    for _turn in range(3):
        p, state = own.step(p, state, x, y)
        seen.append(p)
    return seen, jax.tree.leaves(state)


@plan("optax/global-norm")
def global_norm(own: Own, draw: Draw) -> Any:
    tree = draw.pick(
        {"w": draw.array(3), "b": draw.array()},
        [draw.array(2, 2), ({"a": draw.array(4)}, draw.array(1, 3))],
        draw.array(5),
    )
    return own.norm(tree)


@plan("optax/clip-and-log")
def clip_and_log(own: Own, draw: Draw) -> Any:
    limit, rate = draw.number_in(0.3, 4.0), draw.number_in(0.02, 0.6)
    opt = own.make(limit, rate)
    g = draw.pick(
        {"w": draw.smooth(2), "b": draw.smooth()}, [draw.smooth(3, 2), {"c": draw.smooth(1)}]
    )
    g = jax.tree.map(lambda v: v * draw.pick(1.0, 0.05, 30.0), g)
    updates, state = opt.update(g, opt.init(g), g)
    again, _state = opt.update(g, state, g)
    return updates, again


@plan("optax/own-schedule")
def own_schedule(own: Own, draw: Draw) -> Any:
    peak, n = draw.number_in(0.1, 2.0), draw.pick(20, 1, 7, 50)
    rate = own.warmup(peak, n)
    steps = (0, 1, n // 2, n - 1, n, n + 1, 5 * n)
    inside = draw.now_and_then(lambda: [float(jax.jit(lambda i: rate(i))(i)) for i in steps])
    return [float(rate(i)) for i in steps], inside


@plan("pytorch/accumulate")
def accumulate(own: Own, draw: Draw) -> Any:
    def loss(w: Any, x: Any) -> Any:
        return jnp.mean((x @ w["k"] + w["b"]) ** 2)

    w = {"k": draw.smooth(3), "b": draw.smooth()}
    parts = [draw.smooth(4, 3) for _part in range(draw.pick(2, 1, 5))]
    flat = own.accumulated(lambda w, x: jnp.mean((w - x) ** 2), draw.number_in(-2, 2), parts)
    return own.accumulated(loss, w, parts), flat


@plan("pytorch/translate", "opt")
def translate(own: Own, draw: Draw) -> Any:
    _p, x, y = _regression(draw)
    params = draw.smooth(x.shape[1])
    state = own.opt.init(params)
    params, state = own.train_step(params, state, x, y)
    return params, own.train_step(params, state, x, y)[0]


@plan("pytorch/port-linear")
def port_linear(own: Own, draw: Draw) -> Any:
    import flax.linen as nn

    out, wide = draw.pick((3, 3), (2, 5), (4, 1))
    variables = own.port(draw.smooth(out, wide), draw.smooth(out))
    return nn.Dense(out).apply(variables, draw.smooth(4, wide))
