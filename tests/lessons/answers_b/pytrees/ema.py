# %% right: flatten
def ema(old, new, d):
    a, form = jax.tree.flatten(old)
    b = jax.tree.leaves(new)
    return jax.tree.unflatten(form, [d * x + (1 - d) * y for x, y in zip(a, b)])

# %% right: two maps
def ema(old, new, d):
    a = jax.tree.map(lambda v: v * d, old)
    b = jax.tree.map(lambda v: v * (1 - d), new)
    return jax.tree.map(jnp.add, a, b)

# %% right: optax
import optax
def ema(old, new, d):
    return optax.incremental_update(new, old, 1 - d)

# %% right: jit, partial
from functools import partial
@jax.jit
def ema(old, new, d):
    f = partial(lambda d, o, n: o - (1 - d) * (o - n), d)
    return jax.tree.map(f, old, new)

# %% wrong: precedence
def ema(old, new, d):
    return jax.tree.map(lambda o, n: d * o + 1 - d * n, old, new)

# %% wrong: recursion on dict and list only
def ema(old, new, d):
    if isinstance(old, dict):
        return {k: ema(old[k], new[k], d) for k in old}
    if isinstance(old, (list, tuple)):
        return [ema(o, n, d) for o, n in zip(old, new)]
    return d * old + (1 - d) * new

# %% wrong: map returns in place
def ema(old, new, d):
    for k in old:
        old[k] = jax.tree.map(lambda o, n: d * o + (1 - d) * n, old[k], new[k])
    return old

# %% wrong: leaf means
def ema(old, new, d):
    return jax.tree.map(lambda o, n: d * o + (1 - d) * jnp.mean(n), old, new)

# %% wrong: pair
def ema(old, new, d):
    return jax.tree.map(lambda o, n: (d * o, (1 - d) * n), old, new)
