# %% starter
total = jax.jit(lambda v, m: jnp.sum(jnp.exp(v) * m))

def call(v):
    n = len(v)
    ...
# %% solution
total = jax.jit(lambda v, m: jnp.sum(jnp.exp(v) * m))

def call(v):
    n = len(v)
    k = -n % 4
    return total(jnp.pad(v, (0, k)), jnp.arange(n + k) < n)
# %% solution: plan 2
total = jax.jit(lambda v, m: jnp.sum(jnp.exp(v) * m))

def call(v):
    n = len(v)
    size = (n + 3) // 4 * 4
    p = jnp.zeros(size).at[:n].set(v)
    return total(p, (jnp.arange(size) < n).astype(float))
# %% wrong: every-length-compiles
total = jax.jit(lambda v, m: jnp.sum(jnp.exp(v) * m))

def call(v):
    n = len(v)
    return total(v, jnp.ones(n))
# %% wrong: padding-counted
total = jax.jit(lambda v, m: jnp.sum(jnp.exp(v) * m))

def call(v):
    n = len(v)
    k = -n % 4
    return total(jnp.pad(v, (0, k)), jnp.ones(n + k))
# %% wrong: truncated
total = jax.jit(lambda v, m: jnp.sum(jnp.exp(v) * m))

def call(v):
    n = len(v)
    size = max(4, n // 4 * 4)
    p = jnp.pad(v, (0, 4))[:size]
    return total(p, jnp.arange(size) < n)
# %% solution: concatenated, other names
@jax.jit
def masked(values, mask):
    return (jnp.exp(values) * mask).sum()

def call(v):
    size = 4 * ((len(v) + 3) // 4)
    extra = jnp.zeros(size - len(v), v.dtype)
    mask = jnp.concatenate([jnp.ones_like(v), extra])
    return masked(jnp.concatenate([v, extra]), mask)
# %% wrong: nothing-compiled
total = lambda v, m: jnp.sum(jnp.exp(v) * m)

def call(v):
    n = len(v)
    k = -n % 4
    return total(jnp.pad(v, (0, k)), jnp.arange(n + k) < n)
# %% wrong: every-length-compiles
total = jax.jit(lambda v, m: jnp.sum(jnp.exp(v) * m))

def call(v):
    n = len(v)
    k = -n % 2
    return total(jnp.pad(v, (0, k)), jnp.arange(n + k) < n)
# %% wrong: wrong-value
total = jax.jit(lambda v, m: jnp.sum(jnp.exp(v) * m))

def call(v):
    n = len(v)
    k = -n % 4
    return total(jnp.pad(v, (0, k)), jnp.arange(n + k) < n - 1)
# %% wrong: every-length-compiles
def call(v):
    n = len(v)
    k = -n % 4
    f = jax.jit(lambda v, m: jnp.sum(jnp.exp(v) * m))
    return f(jnp.pad(v, (0, k)), jnp.arange(n + k) < n)
# %% check
import numpy as np

from tutor.checking import expect, need


def check(learner, reference, rng):
    batches = [rng.normal(n) for n in range(1, 13)]
    built = learner.traces(learner.call, [(v,) for v in batches])
    for v in batches:
        n, values = len(v), np.asarray(v, np.float64)
        right = float(np.exp(values).sum())
        result = learner.call(v)
        kept = np.exp(values[: max(4, n // 4 * 4)]).sum()
        expect(result, right, tol=1e-3, inputs={"v": v},
               mistakes={"padding-counted": right + -n % 4, "truncated": kept})
    need(sum(built) >= 1, "nothing-compiled", str(built))
    need(sum(built) <= 3, "every-length-compiles", str(built))
