# %% starter
@jax.jit
def total(v, mask):
    print("compiling for length", len(v))
    return jnp.sum(jnp.exp(v) * mask)


def call(v):
    return total(v, jnp.ones(len(v)))


for n in range(1, 13):
    call(jnp.ones(n))

# %% solution: pad
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)


def call(v):
    n = len(v)
    k = -n % 4
    return total(jnp.pad(v, (0, k)), jnp.arange(n + k) < n)

# %% solution: into zeros
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)


def call(v):
    n = len(v)
    size = (n + 3) // 4 * 4
    p = jnp.zeros(size).at[:n].set(v)
    return total(p, (jnp.arange(size) < n).astype(float))

# %% solution: concatenated, other names
@jax.jit
def masked(values, mask):
    return (jnp.exp(values) * mask).sum()


def call(v):
    size = 4 * ((len(v) + 3) // 4)
    extra = jnp.zeros(size - len(v), v.dtype)
    mask = jnp.concatenate([jnp.ones_like(v), extra])
    return masked(jnp.concatenate([v, extra]), mask)

# %% solution: padding that counts as 0
@jax.jit
def total(v):
    return jnp.sum(jnp.exp(v))


def call(v):
    size = 4
    while size < len(v):
        size = 2 * size
    pad = (0, size - len(v))
    return total(jnp.pad(v, pad, constant_values=-jnp.inf))

# %% wrong: every-length-compiles
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)


def call(v):
    return total(v, jnp.ones(len(v)))

# %% wrong: every-length-compiles
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)


def call(v):
    n = len(v)
    k = -n % 2
    return total(jnp.pad(v, (0, k)), jnp.arange(n + k) < n)

# %% wrong: every-length-compiles
def call(v):
    n = len(v)
    k = -n % 4
    f = jax.jit(lambda v, m: jnp.sum(jnp.exp(v) * m))
    return f(jnp.pad(v, (0, k)), jnp.arange(n + k) < n)

# %% wrong: every-length-compiles
from functools import partial


@partial(jax.jit, static_argnums=1)
def total(v, n):
    mask = jnp.arange(len(v)) < n
    return jnp.sum(jnp.exp(v) * mask)


def call(v):
    n = len(v)
    return total(jnp.pad(v, (0, -n % 4)), n)

# %% wrong: padding-counted
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)


def call(v):
    n = len(v)
    k = -n % 4
    return total(jnp.pad(v, (0, k)), jnp.ones(n + k))

# %% wrong: padding-counted
@jax.jit
def total(v):
    return jnp.sum(jnp.exp(v))


def call(v):
    return total(jnp.pad(v, (0, -len(v) % 4)))

# %% wrong: truncated
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)


def call(v):
    n = len(v)
    size = max(4, n // 4 * 4)
    p = jnp.pad(v, (0, 4))[:size]
    return total(p, jnp.arange(size) < n)

# %% wrong: nothing-compiled
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)


def call(v):
    n = len(v)
    k = -n % 4
    return total(jnp.pad(v, (0, k)), jnp.arange(n + k) < n)

# %% wrong: only-up-to-12
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)


def call(v):
    n = len(v)
    p = jnp.zeros(12).at[:n].set(v)
    return total(p, jnp.arange(12) < n)

# %% wrong: wrong-value
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)


def call(v):
    n = len(v)
    k = -n % 4
    return total(jnp.pad(v, (0, k)), jnp.arange(n + k) < n - 1)

# %% check
import numpy as np

from tutor.checking import attempt, close, expect, fail, need


def check(learner, reference, rng):
    batches = [rng.normal(n) for n in range(1, 13)]
    built = learner.traces(learner.call, [(v,) for v in batches])
    for v in batches:
        right = exact(v)
        n = len(v)
        expect(
            learner.call(v),
            right,
            tol=1e-3,
            inputs={"v": v},
            mistakes={
                "padding-counted": right + -n % 4,
                "truncated": exact(v[: max(4, n // 4 * 4)]),
            },
        )
    for n in (13, rng.whole(20, 50)):
        v = rng.normal(n)
        longer = attempt(learner.call, v)
        if longer.error or not close(longer.value, exact(v), 1e-3):
            got = longer.error.message if longer.error else longer.value
            fail("only-up-to-12", got, exact(v))
    need(sum(built) >= 1, "nothing-compiled", str(built))
    need(sum(built) <= 3, "every-length-compiles", sum(built), 3)


def exact(v):
    return np.float32(np.exp(np.asarray(v, np.float64)).sum())
