# %% start
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y

# %% right: while_loop
@jax.jit
def fast_power(x, n):
    def go(c):
        i, y = c
        return i + 1, y * x
    return jax.lax.while_loop(lambda c: c[0] < n, go, (0, jnp.ones_like(x)))[1]

# %% right: cache of jits
from functools import lru_cache
@lru_cache(maxsize=None)
def _for(n):
    return jax.jit(lambda x: power(x, n))
def fast_power(x, n):
    return _for(int(n))(x)

# %% right: squaring
@jax.jit(static_argnums=1)
def fast_power(x, n):
    out = jnp.ones_like(x)
    while n:
        if n & 1:
            out = out * x
        x, n = x * x, n >> 1
    return out

# %% wrong: both static
fast_power = jax.jit(power, static_argnums=(0, 1))

# %% wrong: do not start from 0
@jax.jit(static_argnums=1)
def fast_power(x, n):
    y = x
    for _ in range(n - 1):
        y = y * x
    return y

# %% wrong: clear_caches
def fast_power(x, n):
    f = jax.jit(power, static_argnums=1)
    jax.clear_caches()
    return f(x, n)

# %% wrong: masked up to 10
@jax.jit
def fast_power(x, n):
    y = jnp.ones_like(x)
    for i in range(10):
        y = jnp.where(i < n, y * x, y)
    return y

# %% wrong: exp log
@jax.jit
def fast_power(x, n):
    return jnp.exp(n * jnp.log(x))
