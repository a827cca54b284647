# %% starter
def smooth(xs, d):
    start = jnp.zeros((), int)
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, start, xs)[0]


print(smooth(jnp.array([0.5, 1.5, 2.0]), 0.9))
print(smooth(jnp.ones((4, 3)), 0.9))

# %% solution: zeros of a row's shape
def smooth(xs, d):
    start = jnp.zeros(xs.shape[1:])
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, start, xs)[0]

# %% solution: zeros like a row
def smooth(xs, d):
    def body(c, x):
        return d * c + (1 - d) * x, None

    start = jnp.zeros_like(xs[0])
    last, _ = jax.lax.scan(body, start, xs)
    return last

# %% solution: fori_loop
def smooth(xs, decay):
    body = lambda i, c: c + (1 - decay) * (xs[i] - c)
    return jax.lax.fori_loop(0, len(xs), body, 0 * xs[0])

# %% solution: weights, without a loop
def smooth(xs, d):
    age = jnp.arange(len(xs))[::-1]
    weights = (1 - d) * d ** age
    return jnp.tensordot(weights, xs, axes=1)

# %% wrong: numbers-only
def smooth(xs, d):
    start = 0.0
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, start, xs)[0]

# %% wrong: numbers-only
def smooth(xs, d):
    start = jnp.zeros((), xs.dtype)
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, start, xs)[0]

# %% wrong: rounded
def smooth(xs, d):
    start = jnp.zeros(xs.shape[1:], int)

    def body(c, x):
        return (d * c + (1 - d) * x).astype(int), None

    return jax.lax.scan(body, start, xs)[0]

# %% wrong: one-per-entry
def smooth(xs, d):
    start = jnp.zeros(xs.shape)
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, start, xs)[0]

# %% wrong: one-per-entry
def smooth(xs, d):
    start = jnp.zeros_like(xs)
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, start, xs)[0]

# %% wrong: other-start
def smooth(xs, d):
    start = xs[0]
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, start, xs)[0]

# %% wrong: wrong-value
def smooth(xs, d):
    start = jnp.ones(xs.shape[1:])
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, start, xs)[0]

# %% wrong: unrolled
def smooth(xs, d):
    c = 0.0
    for x in xs:
        c = d * c + (1 - d) * x
    return c

# %% wrong: history
def smooth(xs, d):
    def body(c, x):
        c = d * c + (1 - d) * x
        return c, c

    start = jnp.zeros(xs.shape[1:])
    return jax.lax.scan(body, start, xs)[1]

# %% wrong: clinic/carry-mismatch
def smooth(xs, d):
    start = jnp.int32(0)
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, start, xs)[0]

# %% wrong: clinic/carry-mismatch
def smooth(xs, d):
    start = jnp.zeros(xs.shape[1:], int)
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, start, xs)[0]

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import attempt, expect, fail, need, unchanged

SHAPES = ((3,), (1,), (7,), (4, 3), (3, 1, 2))


def check(learner, reference, rng):
    for shape in SHAPES:
        xs, d = rng.normal(*shape, scale=4.0), rng.number(0.6, 0.95)
        tried = attempt(learner.smooth, xs, d)
        if len(shape) > 1 and tried.error is not None and "TypeError" in tried.error.names:
            if "carry" in tried.error.message:
                fail("numbers-only")
        got = unchanged(learner.smooth, xs, d)
        right = reference.smooth(xs, d)
        expect(got, right, inputs={"xs": xs, "d": d}, mistakes=mistakes(xs, d, right))
    xs = rng.normal(5, 2).at[0].set(0.0)
    expect(learner.smooth(xs, 0.8), reference.smooth(xs, 0.8), inputs={"xs": xs, "d": 0.8})
    sizes = [learner.equations(learner.smooth, rng.normal(n), 0.9, static=(1,))
             for n in (16, 128)]
    # Divide and conquer grows by its depth, a loop in Python by its turns.
    need(sizes[1] - sizes[0] < 128 - 16, "unrolled")
    need(copies(learner, learner.smooth, rng.normal(128), 0.9, static=(1,)) < 128, "unrolled")


def copies(learner, f, *args, static):
    """How many copies of its turn a scan asks the compiler for."""
    scans = [op for op in learner.operations(f, *args, static=static) if op.primitive == "scan"]
    return max((int(op.params.get("unroll", 1)) for op in scans), default=1)


def mistakes(xs, d, right):
    body = lambda c, x: (d * c + (1 - d) * x,) * 2
    rounded = lambda c, x: ((d * c + (1 - d) * x).astype(int), None)
    zero = jnp.zeros(xs.shape[1:])
    return {
        "rounded": jax.lax.scan(rounded, zero.astype(int), xs)[0],
        "history": jax.lax.scan(body, zero, xs)[1],
        "one-per-entry": jnp.broadcast_to(right, xs.shape),
        "other-start": jax.lax.scan(body, xs[0], xs)[0],
    }
