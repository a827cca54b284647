# %% starter
rate = 0.5


@jax.jit
def shrink(w):
    return w - rate * w


print(shrink(8.0))
rate = 0.25
print(shrink(8.0))

# %% solution: an argument
@jax.jit
def shrink(w, rate):
    return w - rate * w

# %% solution: factored, under other names
@jax.jit
def shrink(weights, by):
    return weights * (1 - by)

# %% solution: compiled afterwards
def plain(w, rate):
    return w - rate * w


shrink = jax.jit(plain)

# %% solution: a wrapper around the compiled part
@jax.jit
def scaled(w, factor):
    return factor * w


def shrink(w, rate):
    return scaled(w, 1 - rate)

# %% wrong: still-frozen
rate = 0.5


@jax.jit
def shrink(w, r):
    return w - rate * w

# %% wrong: still-frozen
rate = 0.5


@jax.jit
def inner(w):
    return w - rate * w


def shrink(w, new_rate):
    global rate
    rate = new_rate
    return inner(w)

# %% wrong: still-frozen
settings = {"rate": 0.5}


@jax.jit
def inner(w):
    return w - settings["rate"] * w


def shrink(w, rate):
    settings["rate"] = rate
    return inner(w)

# %% wrong: compiles-each-rate
from functools import partial


@partial(jax.jit, static_argnums=1)
def shrink(w, rate):
    return w - rate * w

# %% wrong: compiles-each-rate
def shrink(w, rate):
    return jax.jit(lambda v: v - rate * v)(w)

# %% wrong: not-jitted
def shrink(w, rate):
    return w - rate * w

# %% wrong: only-amount
@jax.jit
def shrink(w, rate):
    return rate * w

# %% wrong: no-return
@jax.jit
def shrink(w, rate):
    w = w - rate * w

# %% wrong: wrong-value
@jax.jit
def shrink(w, rate):
    return w - rate

# %% wrong: wrong-arguments
rate = 0.5


@jax.jit
def shrink(w):
    return w - rate * w

# %% wrong: left-outside
rate = 0.5


@jax.jit
def shrink(w, new_rate):
    global rate
    rate = new_rate
    return w - rate * w

# %% probe
import inspect

import jax


def left_outside(*args):
    """Whether tracers of the recording lie in globals."""
    learner.shrink(*args)
    home = inspect.unwrap(learner.shrink)
    kept = getattr(home, "__globals__", {}).values()
    return any(
        isinstance(leaf, jax.core.Tracer)
        for value in kept
        if isinstance(value, (list, jax.core.Tracer))
        for leaf in jax.tree.leaves(value)
    )

# %% check
from tutor.checking import close, expect, need, unchanged


def check(learner, reference, rng):
    for shape in ((), (3,), (2, 4)):
        w = rng.mixed(*shape) if shape else rng.number(1.0, 3.0)
        for rate in (rng.number(0.05, 0.3), rng.number(0.5, 0.9)):
            got = unchanged(learner.shrink, w, rate)
            right = reference.shrink(w, rate)
            if not close(got, right):
                # The same answer to two rates, one of them far away.
                other = learner.shrink(w, rate + 1.5)
                frozen = got is not None and close(got, other)
                need(not frozen, "still-frozen", observed=other,
                     needed=reference.shrink(w, rate + 1.5))
            expect(got, right, inputs={"w": w, "rate": rate},
                   mistakes={"only-amount": w - right})
    # Shapes that nothing used before; the rate alone changes.
    w = rng.normal(11)
    counts = learner.traces(learner.shrink, [(w, 0.1), (w, 0.2), (w, 0.35)])
    need(sum(counts) > 0, "not-jitted")
    need(sum(counts) == counts[0], "compiles-each-rate", observed=sum(counts), needed=1)
    need(not learner.probe("left_outside", rng.normal(13), 0.1), "left-outside")
