"""Linen and NNX: numbers are put into an answer's parameters, whatever they are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tests.lessons.observe import Draw, Own, frames, sample
from tests.lessons.plans import plan


@plan("linen/mlp")
def mlp(own: Own, draw: Draw) -> Any:
    hidden, wide, rows = draw.pick((4, 2, 5), (3, 3, 1), (6, 1, 4))
    x, model = draw.array(rows, wide), own.MLP(hidden)
    variables = model.init(jax.random.key(0), x)
    shapes = sorted(str(leaf.shape) for leaf in jax.tree.leaves(variables))
    return shapes, model.apply(_filled(draw, variables), x)


def _filled(draw: Draw, variables: Any) -> Any:
    """Numbers for one parameter after the other as they were made, whatever name sorts first."""
    if isinstance(variables, Mapping):
        return {name: _filled(draw, part) for name, part in variables.items()}
    return draw.smooth(*variables.shape)


@plan("linen/params-only")
def params_only(own: Own, draw: Draw) -> Any:
    params = {"kernel": draw.smooth(3, 2), "bias": draw.smooth(2)}
    return own.predict(params, draw.array(draw.pick(4, 1, 6), 3))


@plan("linen/column-and-row", "net")
def column_and_row(own: Own, draw: Draw) -> Any:
    x = draw.array(draw.pick(5, 1, 4), 2)
    y = draw.whole(0, 2, len(x)).astype(jnp.float32)
    variables = draw.fill(own.net.init(jax.random.key(0), x))
    return own.loss(variables, x, y), jax.grad(own.loss)(variables, x, y)


def _rings(own: Own, draw: Draw) -> tuple[Any, Any, Any, Any]:
    x = draw.array(draw.pick(6, 1, 9), 2)
    y = draw.whole(0, 2, len(x)).astype(jnp.float32)
    variables = draw.fill(own.net.init(jax.random.key(0), x))
    return variables, own.opt.init(variables), x, y


def _rings_jitted(own: Own, draw: Draw) -> Any:
    args = _rings(own, draw)
    own.step(*args)
    return frames(own.step, *args)


@plan("linen/train-circles", "net", "opt", "step", facts=_rings_jitted)
def train_circles(own: Own, draw: Draw) -> Any:
    variables, state, x, y = _rings(own, draw)
    seen = []
    for _turn in range(2):
        variables, state, loss = own.step(variables, state, x, y)
        seen += [variables, loss]
    return seen, jax.tree.leaves(state)


def _dropped(own: Own, draw: Draw) -> Any:
    net = own.Net(hidden=8, rate=0.3)
    x = draw.smooth(2, 4)
    variables = draw.fill(net.init(jax.random.key(0), x, False))

    def run(key: jax.Array) -> Any:
        return net.apply(variables, x, True, rngs={"dropout": key})

    return sample(run, draw)


@plan("linen/two-modes", facts=_dropped)
def two_modes(own: Own, draw: Draw) -> Any:
    hidden, wide = draw.pick((8, 4), (5, 2), (1, 3))
    net, x = own.Net(hidden=hidden, rate=draw.pick(0.5, 0.2)), draw.array(3, wide)
    variables = net.init(jax.random.key(0), x, False)
    variables = draw.fill(variables)
    sure = own.Net(hidden=hidden, rate=0.0)
    return net.apply(variables, x, False), sure.apply(
        variables, x, True, rngs={"dropout": draw.key()}
    )


@plan("linen/keep-statistics", "net")
def keep_statistics(own: Own, draw: Draw) -> Any:
    x, y = draw.smooth(draw.pick(8, 5), 3) + 2.0, draw.smooth(draw.pick(8, 5))
    variables = own.net.init(jax.random.key(0), x, True)
    params = draw.fill(variables["params"])
    stats = jax.tree.map(jnp.abs, draw.fill(variables["batch_stats"]))
    rate = draw.number_in(0.01, 0.2)
    params, stats = own.step(params, stats, x, y, rate)
    return [params, stats, own.step(params, stats, x, y, rate)]


def _nnx_fill(model: Any, draw: Draw) -> None:
    """New numbers for all parameters, in the order of the model's own state."""
    from flax import nnx

    state = nnx.state(model, nnx.Param)
    nnx.update(model, draw.fill(jax.tree.map(lambda v: v, state)))


@plan("nnx/port-mlp")
def port_mlp(own: Own, draw: Draw) -> Any:
    from flax import nnx

    wide, hidden, rows = draw.pick((2, 4, 5), (3, 3, 1), (1, 6, 4))
    model = own.MLP(wide, hidden, nnx.Rngs(draw.number))
    shapes = [str(leaf.shape) for leaf in jax.tree.leaves(nnx.state(model, nnx.Param))]
    _nnx_fill(model, draw)
    return shapes, model(draw.array(rows, wide))


def _nnx_training(draw: Draw) -> tuple[Any, Any, Any, Any]:
    import optax
    from flax import nnx

    wide = draw.pick(2, 3)
    model = nnx.Linear(wide, 1, rngs=nnx.Rngs(draw.number))
    _nnx_fill(model, draw)
    tx = draw.pick(optax.adam(0.1), optax.sgd(0.05, momentum=0.9))
    opt = nnx.Optimizer(model, tx, wrt=nnx.Param)
    return model, opt, draw.array(5, wide), draw.smooth(5, 1)


def _nnx_compiled(own: Own, draw: Draw) -> Any:
    args = _nnx_training(draw)
    for _turn in range(2):
        own.step(*args)
    return frames(own.step, *args) <= 1


@plan("nnx/nnx-step", "step", facts=_nnx_compiled)
def nnx_step(own: Own, draw: Draw) -> Any:
    model, opt, x, y = _nnx_training(draw)
    seen = []
    for _turn in range(2):
        seen += [own.step(model, opt, x, y), model.kernel[...], model.bias[...]]
    return seen, int(opt.step[...])


@plan("nnx/list-of-layers")
def list_of_layers(own: Own, draw: Draw) -> Any:
    from flax import nnx

    wide, depth = draw.pick((4, 3), (2, 1), (3, 5))
    model = own.Deep(wide, depth, nnx.Rngs(draw.number))
    leaves = jax.tree.leaves(nnx.state(model, nnx.Param))
    kernels = [leaf for leaf in leaves if leaf.ndim == 2]
    apart = all(not bool(jnp.allclose(a, b)) for i, a in enumerate(kernels) for b in kernels[:i])
    _nnx_fill(model, draw)
    return [str(leaf.shape) for leaf in leaves], apart, model(draw.array(3, wide))


def _pure_compiled(own: Own, draw: Draw) -> Any:
    x = draw.smooth(4, 3)
    own.pure(own.state, x)
    return frames(own.pure, own.state, x)


@plan("nnx/split-merge", "pure", "state", "graph", facts=_pure_compiled)
def split_merge(own: Own, draw: Draw) -> Any:
    from flax import nnx

    model = nnx.Linear(3, 2, rngs=nnx.Rngs(draw.number))
    _nnx_fill(model, draw)
    before = _numbers(own)
    result = own.pure(nnx.state(model), draw.array(draw.pick(4, 1), 3))
    # Which numbers the answer's own model has is left open; that it keeps them is not.
    return result, jax.tree.map(np.array_equal, before, _numbers(own))


def _numbers(own: Own) -> list[np.ndarray]:
    model = getattr(own, "model", None)
    return [np.array(model.kernel[...]), np.array(model.bias[...])] if model is not None else []


@plan("nnx/leave-training")
def leave_training(own: Own, draw: Draw) -> Any:
    from flax import nnx

    model = own.Net(nnx.Rngs(draw.number))
    _nnx_fill(model, draw)
    model.train()
    x, y = draw.smooth(draw.pick(8, 5), 3), draw.smooth(draw.pick(8, 5))
    model(x + 1.0)
    first = own.evaluate(model, x, y)
    return [
        first,
        own.evaluate(model, x, y),
        jax.tree.leaves(nnx.state(model, (nnx.Param, nnx.BatchStat))),
        bool(model.drop.deterministic),
        bool(model.norm.use_running_average),
    ]
