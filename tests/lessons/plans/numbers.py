"""Numerics, performance, checkpoints."""

from __future__ import annotations

import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tests.lessons.observe import Draw, Own, sample
from tests.lessons.plans import plan


@plan("numerics/stable-logsumexp")
def stable_logsumexp(own: Own, draw: Draw) -> Any:
    v = draw.array(draw.pick(3, 1, 6)) + draw.pick(0.0, 1000.0, -1000.0, 60.0, -85.0)
    return own.lse(v)


@plan("numerics/cancel", tol=2e-2)
def cancel(own: Own, draw: Draw) -> Any:
    return own.variance(draw.smooth(draw.pick(50, 7, 300)) + draw.pick(0.0, 10000.0, -100.0))


@plan("numerics/where-trap", "safe_log")
def where_trap(own: Own, draw: Draw) -> Any:
    x = draw.array(*draw.pick((5,), (), (2, 3)), scale=2.0)
    slope = jax.grad(lambda v: own.safe_log(v).sum())(x)
    return own.safe_log(x), slope, draw.now_and_then(lambda: jax.jit(lambda v: own.safe_log(v))(x))


@plan("numerics/norm-at-zero")
def norm_at_zero(own: Own, draw: Draw) -> Any:
    v = draw.smooth(draw.pick(2, 1, 5)) * draw.pick(1.0, 0.0, 1e-5, 30.0)
    inside = draw.now_and_then(lambda: jax.jit(lambda v: own.norm(v))(v))
    # Lengths that no float32 vector of the task has count as 0: the root of a tiny number will do.
    values = [jnp.where(jnp.abs(n) < 1e-12, 0.0, n) for n in (own.norm(v), inside) if n is not None]
    return values, jax.grad(own.norm)(v)


class _Slow:
    """A result that is ready a while after it is waited for; it writes down when."""

    def __init__(self, call: dict[str, Any], seconds: float) -> None:
        self.call, self.seconds = call, seconds

    def block_until_ready(self) -> _Slow:
        if not self.call["ready"]:
            time.sleep(self.seconds)
            self.call["ready"] = True
            self.call["took"] = time.perf_counter() - self.call["start"]
        return self

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        self.block_until_ready()
        return np.zeros(2)


@plan("perf/write-bench", inputs=30)
def write_bench(own: Own, draw: Draw) -> Any:
    """Times are put in classes: the median of the calls after the first, or something else."""
    calls: list[dict[str, Any]] = []
    given = object()
    waits = draw.pick((0.0, 0.01, 0.06), (0.02,), (0.07, 0.0, 0.015, 0.07, 0.0))

    def f(x: object) -> _Slow:
        call = {"start": time.perf_counter(), "ready": False, "took": 0.0, "x": x is given}
        if not calls:
            time.sleep(0.1)
        elif not calls[-1]["ready"]:
            raise RuntimeError("called before the result was ready")
        wait = waits[(len(calls) - 1) % len(waits)] if calls else 0.0
        calls.append(call)
        return _Slow(call, wait)

    said = float(own.bench(f, given, len(waits)))
    took = float(np.median([call["took"] for call in calls[1:]] or [0.0]))
    return [len(calls), all(c["x"] and c["ready"] for c in calls), abs(said - took) < 0.006]


def _programs(own: Own, draw: Draw) -> Any:
    for size in range(1, 13):
        # Padding by single operations compiles these for each length; only the sum is counted.
        own.call(jnp.ones(size))
    count = own.total._cache_size() if hasattr(own, "total") else own.masked._cache_size()
    return int(count) <= 3


@plan("perf/ragged-batches", facts=_programs)
def ragged_batches(own: Own, draw: Draw) -> Any:
    return own.call(draw.array(1 + draw.number % 17))


@plan("perf/keep-the-best", "step")
def keep_the_best(own: Own, draw: Draw) -> Any:
    n = draw.pick(2, 3, 1)
    w, xs, target = draw.smooth(n), draw.smooth(draw.pick(4, 1, 0, 3), n), draw.smooth(n)
    given = jnp.array(w)
    best = own.train(given, xs, lambda v: jnp.sum((v - target) ** 2))
    spent = jnp.array(w)
    moved = own.step(spent, jnp.ones(n))
    return best, given.is_deleted(), moved, spent.is_deleted()


# The disk is slow: fewer inputs than elsewhere.
@plan("checkpoint/save-load", inputs=8)
def save_load(own: Own, draw: Draw) -> Any:
    import orbax.checkpoint as ocp

    state = draw.pick(
        {"params": {"w": draw.smooth(3)}, "step": draw.whole(0, 9)},
        {"w": [draw.smooth(2, 2), {"b": draw.smooth()}], "n": draw.whole(3, 7, 2)},
    )
    path = draw.folder()
    found = own.roundtrip(state, path)
    with ocp.StandardCheckpointer() as c:
        return found, jax.tree.leaves(c.restore(path))


@plan("checkpoint/pick-up", inputs=8)
def pick_up(own: Own, draw: Draw) -> Any:
    import orbax.checkpoint as ocp

    fresh = draw.pick({"w": draw.smooth(2)}, {"a": draw.smooth(2, 2), "b": [draw.smooth()]})
    folder = draw.folder()
    saved = draw.pick((), (1, 2, 3), (4,), (2, 10))
    with ocp.CheckpointManager(folder) as m:
        for step in saved:
            m.save(step, args=ocp.args.StandardSave(draw.fill(fresh)))
        m.wait_until_finished()
    return own.pick_up(folder, fresh)


def _noise(own: Own, draw: Draw) -> Any:
    """The noise of the walk: its distribution over keys, and the same key again."""
    return sample(lambda key: own.run(own.fresh(jnp.zeros(()), key), 4)["w"], draw, 100)


@plan("checkpoint/resume", "tx", "data", "noise", facts=_noise, inputs=8)
def resume(own: Own, draw: Draw) -> Any:
    w, key = draw.smooth(*draw.pick((), (2,))), draw.key()
    a, b = draw.pick((3, 3), (1, 4), (5, 2))
    whole = own.run(own.fresh(w, key), a + b)["w"]
    first = own.fresh(w, key)
    parts = own.run(own.run(first, a), b)["w"]
    again = own.run(first, a + b)["w"]
    before, own_noise = own.noise, own.set
    own_noise("noise", 0.0)
    jax.clear_caches()
    quiet = own.run(own.fresh(w, key), 6)["w"]
    own_noise("noise", before)
    jax.clear_caches()
    gap = [bool(jnp.allclose(whole, other, atol=1e-5)) for other in (parts, again)]
    return gap, quiet
