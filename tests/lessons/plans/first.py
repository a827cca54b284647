"""Arrays, gradients, jit, the first loop, purity, vmap."""

from __future__ import annotations

import itertools
from typing import Any

import jax
import jax.numpy as jnp

from tests.lessons.observe import Draw, Own, compiled, equations, frames, grows, loops
from tests.lessons.plans import plan


@plan("arrays/double-one")
def double_one(own: Own, draw: Draw) -> Any:
    n = draw.pick(1, 3, 6)
    return own.double_one(draw.array(n), draw.int(0, n))


@plan("arrays/port-inplace")
def port_inplace(own: Own, draw: Draw) -> Any:
    return own.tidy(draw.array(*draw.pick((2, 3), (1, 4), (5, 1), (4, 2)), scale=2.0))


@plan("arrays/tally")
def tally(own: Own, draw: Draw) -> Any:
    n = draw.pick(4, 1, 7)
    # One solution gives floats and the task does not say; how often is what counts.
    return jnp.asarray(own.tally(draw.whole(0, n, draw.pick(5, 1, 12)), n), jnp.float32)


@plan("grad/wrt-weights", "dloss")
def wrt_weights(own: Own, draw: Draw) -> Any:
    rows, columns = draw.pick((6, 3), (1, 4), (5, 2), (3, 1))
    return own.dloss(draw.array(rows, columns), draw.array(columns))


@plan("grad/not-scalar", "g")
def not_scalar(own: Own, draw: Draw) -> Any:
    return own.g(draw.number_in(-2, 2), draw.array(draw.pick(3, 1, 6)))


@plan("grad/finite-difference")
def finite_difference(own: Own, draw: Draw) -> Any:
    f = draw.pick(lambda x: x**3 - 2 * x, jnp.exp, lambda x: jnp.sin(3 * x))
    return own.slope_near(f, draw.number_in(-1.5, 1.5), draw.pick(0.1, 0.05, 0.3, 0.2))


def _once(own: Own, draw: Draw) -> Any:
    """Whether loss and model are entered no more than once each; compiled, they are not at all."""
    own.run(0.3)
    return frames(own.run, 0.7) - 1 <= 2


@plan("grad/loss-and-extras", facts=_once)
def loss_and_extras(own: Own, draw: Draw) -> Any:
    return own.run(draw.number_in(-2, 2))


def _power(own: Own, draw: Draw) -> Any:
    f, x = own.fast_power, draw.smooth(3)
    f(x, 4)
    return [frames(f, x + 1, 4), frames(f, 2 * x, 4)]


@plan("jit/power-static", "fast_power", facts=_power)
def power_static(own: Own, draw: Draw) -> Any:
    return own.fast_power(draw.array(draw.pick(1, 3, 4)), draw.number % 5)


@plan("jit/python-if", "leaky")
def python_if(own: Own, draw: Draw) -> Any:
    x = draw.array(*draw.pick((), (3,), (2, 2)), scale=2.0)
    return own.leaky(x), draw.now_and_then(lambda: jax.jit(lambda v: own.leaky(v))(x))


_new_sizes = itertools.count(31)


def _hoist(own: Own, draw: Draw) -> Any:
    """Programs and traces of three turns and of six, each with a shape that is new."""
    programs = [compiled(own.run, jnp.zeros(next(_new_sizes)), turns) for turns in (3, 6)]
    traces = [frames(own.run, jnp.zeros(next(_new_sizes)), t, traced=True) for t in (3, 6)]
    return programs[1] <= programs[0], traces[0] > 0, traces[1] <= traces[0]


@plan("jit/hoist-jit", facts=_hoist)
def hoist_jit(own: Own, draw: Draw) -> Any:
    return own.run(draw.array(*draw.pick((), (3,))), draw.number % 6)


def _data(draw: Draw) -> tuple[Any, Any]:
    x = draw.array(draw.pick(8, 1, 5, 20))
    return x, draw.number_in(-3, 3) * x + draw.number_in(-2, 2) + 0.3 * draw.smooth(len(x))


@plan("linreg/sgd-step")
def sgd_step(own: Own, draw: Draw) -> Any:
    x, y = _data(draw)
    p = {"w": draw.smooth(), "b": draw.smooth()}
    rate = draw.number_in(0.02, 0.4)
    return own.step(p, x, y, rate), p, own.step(p, x, y)


def _fit(own: Own, draw: Draw) -> Any:
    x, y = draw.smooth(16), draw.smooth(16)
    own.fit(x, y, 3, 0.1)
    # Whoever looks at the loss without jit traces nothing.
    steps = [frames(own.fit, x, y, turns, 0.1, traced=True) for turns in (10, 30)]
    return steps[1] <= steps[0]


@plan("linreg/fit-line", facts=_fit, inputs=60)
def fit_line(own: Own, draw: Draw) -> Any:
    x, y = _data(draw)
    found = own.fit(x, y, draw.pick(3, 40, 0), draw.number_in(0.02, 0.2))
    return found if draw.number % 4 else (found, own.fit(x, y))


@plan("linreg/order-the-step")
def order_the_step(own: Own, draw: Draw) -> Any:
    x, y = _data(draw)
    p = {"w": draw.smooth(), "b": draw.smooth()}
    return own.step(p, x, y)


def _shrink(own: Own, draw: Draw) -> Any:
    f, w = own.shrink, draw.smooth(3)
    f(w, 0.5)
    return [frames(f, w, 0.5), frames(f, w, 0.25), compiled(f, w, 0.125)]


@plan("purity/rate-as-argument", "shrink", facts=_shrink)
def rate_as_argument(own: Own, draw: Draw) -> Any:
    return own.shrink(draw.array(*draw.pick((), (4,))), draw.number_in(-0.5, 1.5))


def _roots(own: Own, draw: Draw) -> Any:
    own.root_steps(jnp.float32(2.0))
    # A loop that JAX knows traces its body when it is not compiled as a whole; nobody is the wiser.
    return frames(own.root_steps, jnp.float32(3.0)) == 0


@plan("purity/local-list", facts=_roots)
def local_list(own: Own, draw: Draw) -> Any:
    return own.root_steps(draw.positive(*draw.pick((), (3,), (2, 2)), high=60.0))


def _update(own: Own, draw: Draw) -> Any:
    state, _mean = own.update(own.start, 1.0)
    state, _mean = own.update(state, 2.0)
    return frames(own.update, state, 3.0)


@plan("purity/running-mean", "start", "update", facts=_update)
def running_mean(own: Own, draw: Draw) -> Any:
    state, seen = own.start, [jax.tree.map(float, own.start)]
    for _turn in range(3):
        state, mean = own.update(state, draw.number_in(-5, 5))
        seen += [jax.tree.map(float, state), mean]
    return seen


def _network(draw: Draw, hidden: int, wide: int) -> dict[str, jax.Array]:
    return {"W": draw.smooth(hidden, wide), "b": draw.smooth(hidden), "v": draw.smooth(hidden)}


def _batch(name: str, loop: bool) -> Any:
    def facts(own: Own, draw: Draw) -> Any:
        f, p = getattr(own, name), _network(draw, 8, 3)
        x = draw.smooth(16, 3)
        return grows(f, (p, x[:4]), (p, x)), loops(f, p, x) if loop else None

    return facts


@plan("vmap/by-hand", facts=_batch("by_hand", True))
def by_hand(own: Own, draw: Draw) -> Any:
    hidden, wide, rows = draw.pick((8, 3, 5), (4, 2, 4), (3, 5, 1), (1, 2, 6))
    return own.by_hand(_network(draw, hidden, wide), draw.array(rows, wide))


@plan("vmap/batch-a-model", "batched", facts=_batch("batched", True))
def batch_a_model(own: Own, draw: Draw) -> Any:
    hidden, wide, rows = draw.pick((8, 3, 5), (4, 2, 4), (3, 5, 1), (1, 2, 6))
    return own.batched(_network(draw, hidden, wide), draw.array(rows, wide))


def _distances(own: Own, draw: Draw) -> Any:
    a, b = draw.smooth(16, 3), draw.smooth(16, 3)
    sizes = [equations(own.all_dist, a[:n], b[:m]) for n, m in ((4, 4), (16, 4), (4, 16))]
    return len(set(sizes)) == 1, loops(own.all_dist, a, b)


@plan("vmap/all-distances", facts=_distances, tol=1e-2)
def all_distances(own: Own, draw: Draw) -> Any:
    rows, others, wide = draw.pick((3, 4, 2), (1, 6, 3), (5, 1, 4), (3, 3, 3))
    # What is close to 0 depends on rounding where somebody expands the square.
    return own.all_dist(draw.smooth(rows, wide), draw.smooth(others, wide))


def _norms(own: Own, draw: Draw) -> Any:
    w, x, y = draw.smooth(3), draw.smooth(16, 3), draw.smooth(16)
    f = own.grad_norms
    return grows(f, (w, x[:4], y[:4]), (w, x, y)), loops(f, w, x, y)


@plan("vmap/per-example-norms", facts=_norms)
def per_example_norms(own: Own, draw: Draw) -> Any:
    rows, wide = draw.pick((5, 3), (1, 2), (4, 4), (6, 1))
    return own.grad_norms(draw.smooth(wide), draw.smooth(rows, wide), draw.smooth(rows))
