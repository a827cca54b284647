# %% starter
total, count = 0.0, 0


@jax.jit
def update(x):
    global total, count
    total += x
    count += 1
    return total / count


print(update(2.0), update(4.0), update(9.0))

# %% solution: take apart, put together
start = (0.0, 0)


@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return (total, count), total / count


state, mean = update(start, 2.0)
state, mean = update(state, 4.0)
print(mean)

# %% solution: both at once
start = (jnp.float32(0), jnp.float32(0))


@jax.jit
def update(state, x):
    add = lambda s, d: s + d
    new = jax.tree.map(add, state, (x, 1.0))
    return new, new[0] / new[1]

# %% solution: with a helper
start = (jnp.zeros(()), jnp.zeros((), int))


def advance(state, value):
    s, n = state
    return s + value, n + 1


@jax.jit
def update(state, value):
    state = advance(state, value)
    return state, jnp.divide(*state)

# %% solution: compiled afterwards
start = (0.0, 0.0)


def plain(state, x):
    total, count = state
    total = total + x
    count = count + 1
    return (total, count), total / count


update = jax.jit(plain)

# %% wrong: still-hidden
start = (0.0, 0)
hidden = [0.0, 0]


@jax.jit
def update(state, x):
    hidden[0] += x
    hidden[1] += 1
    return state, hidden[0] / hidden[1]

# %% wrong: still-hidden
start = (0.0, 0)
total, count = 0.0, 0


@jax.jit
def update(state, x):
    global total, count
    total += x
    count += 1
    return (total, count), total / count


print(update(start, 2.0))

# %% wrong: still-hidden
start = (0.0, 0)
total, count = 0.0, 0


def update(state, x):
    global total, count
    total += x
    count += 1
    return (total, count), total / count

# %% wrong: old-state-returned
start = (0.0, 0)


@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return state, total / count

# %% wrong: state-lost
start = (0.0, 0)


@jax.jit
def update(state, x):
    return (state[0] + x) / (state[1] + 1)

# %% wrong: mean-lost
start = (0.0, 0)


@jax.jit
def update(state, x):
    return state[0] + x, state[1] + 1

# %% wrong: swapped
start = (0.0, 0)


@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return total / count, (total, count)

# %% wrong: mean-as-state
start = (0.0, 0)


@jax.jit
def update(state, x):
    mean, count = state
    count = count + 1
    mean = mean + (x - mean) / count
    return (mean, count), mean

# %% wrong: wrong-value
start = (0.0, 0)


@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return (total, count), total // count

# %% wrong: wrong-value
start = (0.0, 1)


@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return (total, count), total / count

# %% wrong: no-return
start = (0.0, 0)


@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1

# %% wrong: not-jitted
start = (0.0, 0)


def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return (total, count), total / count

# %% wrong: still-hidden
start = (0.0, 0)


@jax.jit
def update(state, x):
    global total, count
    total, count = state
    total += x
    count += 1
    return (total, count), total / count

# %% wrong: partly-jitted
start = (0.0, 0)


@jax.jit
def divide(total, count):
    return total / count


def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return (total, count), divide(total, count)

# %% probe
import inspect

import jax


def left_outside(*args):
    """Whether tracers of the recording lie in globals."""
    learner.update(*args)
    home = inspect.unwrap(learner.update)
    kept = getattr(home, "__globals__", {}).values()
    return any(
        isinstance(leaf, jax.core.Tracer)
        for value in kept
        if isinstance(value, (list, tuple, jax.core.Tracer))
        for leaf in jax.tree.leaves(value)
    )

# %% check
from tutor.checking import close, expect, need, on_error, shape, unchanged

errors = [on_error("UnexpectedTracerError", r"", "still-hidden")]


def check(learner, reference, rng):
    # A Python number and an array are traced apart: a total that was left outside shows.
    for first in (rng.number(1.0, 2.0), rng.normal(), rng.normal(1)):
        learner.update(learner.start, first)
    for size, count in (((), 4), ((3,), 1), ((2, 2), 6)):
        values = [rng.normal(*size, scale=3.0) for _ in range(count)]
        state, total = learner.start, 0.0
        for i, value in enumerate(values):
            result = unchanged(learner.update, state, value, again="still-hidden")
            total = total + value
            mean = total / (i + 1)
            right = (total, i + 1), mean
            need(not (shape(result) == size and close(result, mean)), "state-lost",
                 result, right)
            expect(result, right, dtype=None, inputs={"state": state, "x": value},
                   mistakes={
                       "old-state-returned": (state, mean),
                       "mean-lost": (total, i + 1),
                       "swapped": (mean, (total, i + 1)),
                       "mean-as-state": ((mean, i + 1), mean),
                   })
            state = result[0]
    again = learner.compiles(learner.update, learner.start, rng.normal(5))
    need(again > 0, "not-jitted")
    need(not learner.probe("left_outside", learner.start, rng.normal(7)), "still-hidden")
    outermost = learner.equations(learner.update, learner.start, rng.normal(3), top=True)
    need(outermost <= 2, "partly-jitted", observed=outermost, needed=1)
