# %% starter
steps = []


@jax.jit
def root_steps(a):
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return x


print(root_steps(2.0))
print(steps)

# %% solution: a list inside
@jax.jit
def root_steps(a):
    steps = []
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return jnp.stack(steps)

# %% solution: jnp.array, names of its own
@jax.jit
def root_steps(number):
    found, guess = [], number
    while len(found) < 5:
        guess = (guess + number / guess) / 2
        found += [guess]
    return jnp.array(found)

# %% solution: written into an array
@jax.jit
def root_steps(a):
    a = jnp.asarray(a)
    out = jnp.zeros((5, *a.shape))
    x = a
    for i in range(5):
        x = (x + a / x) / 2
        out = out.at[i].set(x)
    return out

# %% solution: scan
@jax.jit
def root_steps(a):
    def step(x, _):
        x = (x + a / x) / 2
        return x, x

    return jax.lax.scan(step, a * 1.0, length=5)[1]

# %% wrong: still-outside
steps = []


@jax.jit
def root_steps(a):
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return jnp.stack(steps)

# %% wrong: still-outside
steps = []


@jax.jit
def last(a):
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return x


def root_steps(a):
    last(a)
    return jnp.array(steps[-5:])

# %% wrong: still-outside
steps = []


def root_steps(a):
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return jnp.stack(steps)

# %% wrong: only-last
@jax.jit
def root_steps(a):
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
    return x

# %% wrong: five-arrays
@jax.jit
def root_steps(a):
    steps = []
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return steps

# %% wrong: clinic/numpy-on-tracer
@jax.jit
def root_steps(a):
    steps = []
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return np.stack(steps)

# %% wrong: start-included
@jax.jit
def root_steps(a):
    steps = []
    x = a
    for _ in range(5):
        steps.append(x)
        x = (x + a / x) / 2
    return jnp.stack(steps)

# %% wrong: not-jitted
def root_steps(a):
    steps = []
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return jnp.stack(steps)

# %% wrong: not-jitted
def root_steps(a):
    def step(x, _):
        x = (x + a / x) / 2
        return x, x

    return jax.lax.scan(step, a * 1.0, length=5)[1]

# %% wrong: wrong-shape
@jax.jit
def root_steps(a):
    steps = []
    x = a
    for _ in range(5):
        steps.append(x)
        x = (x + a / x) / 2
    steps.append(x)
    return jnp.stack(steps)

# %% wrong: no-return
@jax.jit
def root_steps(a):
    steps = []
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    jnp.stack(steps)

# %% wrong: still-outside
steps = []


@jax.jit
def root_steps(a):
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return jnp.stack(steps[-5:])

# %% wrong: still-outside
@jax.jit
def root_steps(a):
    global steps
    steps = []
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return jnp.stack(steps)

# %% wrong: partly-jitted
@jax.jit
def improve(x, a):
    return (x + a / x) / 2


def root_steps(a):
    steps = []
    x = a
    for _ in range(5):
        x = improve(x, a)
        steps.append(x)
    return jnp.stack(steps)

# %% wrong: still-outside
def recorder():
    steps = []

    @jax.jit
    def root_steps(a):
        steps.clear()
        x = a
        for _ in range(5):
            x = (x + a / x) / 2
            steps.append(x)
        return jnp.stack(steps)

    return root_steps


root_steps = recorder()

# %% wrong: wrong-structure
@jax.jit
def root_steps(a):
    steps = []
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return x, jnp.stack(steps)

# %% probe
import inspect
from collections import deque

import jax


def left_outside(*args):
    """Whether tracers of the recording lie where they outlive the call."""
    learner.root_steps(*args)
    home = inspect.unwrap(learner.root_steps)
    cells = [cell.cell_contents for cell in getattr(home, "__closure__", None) or ()]
    defaults = getattr(home, "__defaults__", None) or ()
    kept = [*getattr(home, "__globals__", {}).values(), *cells, *defaults]
    return any(isinstance(item, jax.core.Tracer) for value in kept for item in items(value))


def items(value):
    """What a container holds, or the value itself."""
    if isinstance(value, dict):
        value = list(value.values())
    return value if isinstance(value, (list, tuple, deque)) else [value]

# %% check
import jax.numpy as jnp

from tutor.checking import expect, need, on_error, unchanged

errors = [on_error("UnexpectedTracerError", r"", "still-outside")]


def check(learner, reference, rng):
    # A Python number and an array are traced apart: what the first trace left behind shows.
    for a in (rng.number(1.0, 9.0), rng.uniform(low=1.0, high=9.0)):
        learner.root_steps(a)
    for shape in ((), (3,), (2, 4)):
        a = rng.uniform(*shape, low=0.5, high=9.0)
        got = unchanged(learner.root_steps, a, again="still-outside")
        right = reference.root_steps(a)
        several = isinstance(got, list | tuple) and len(got) == 5
        need(not several, "five-arrays", got, right)
        expect(got, right, inputs={"a": a}, mistakes={
            "only-last": right[-1],
            "start-included": jnp.stack([a, *right[:-1]]),
        })
    need(learner.compiles(learner.root_steps, rng.uniform(7, low=1.0, high=2.0)) > 0,
         "not-jitted")
    left = learner.probe("left_outside", rng.uniform(5, low=1.0, high=2.0))
    need(not left, "still-outside")
    # The compiled program is all there is: outside of it at most a conversion.
    outermost = learner.equations(learner.root_steps, rng.uniform(3), top=True)
    need(outermost <= 2, "partly-jitted", observed=outermost, needed=1)
    # A `scan` or `fori_loop` by itself compiles its own turns; the rest is not in any `jit`.
    parts = learner.operations(learner.root_steps, rng.uniform(3))
    need(all("jit" in part.inside for part in parts if part.primitive == "div"), "not-jitted")
