# %% starter
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = ...

# %% solution: static_argnums
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(power, static_argnums=1)

# %% solution: by name, as a decorator
from functools import partial


@partial(jax.jit, static_argnames="count")
def fast_power(x, count):
    y = jnp.ones_like(x)
    for _ in range(count):
        y = y * x
    return y

# %% solution: no loop
fast_power = jax.jit(lambda x, n: x**n)

# %% solution: a loop that JAX knows
@jax.jit
def fast_power(x, n):
    one = jnp.ones_like(x)
    return jax.lax.fori_loop(0, n, lambda i, y: y * x, one)

# %% wrong: n-is-traced
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(power)

# %% wrong: n-is-traced
@jax.jit
def fast_power(base, times):
    y = base
    for _ in range(times - 1):
        y = y * base
    return y

# %% wrong: n-is-traced
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(int(n)):
        y = y * x
    return y


fast_power = jax.jit(power)

# %% wrong: wrong-static
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(power, static_argnums=0)

# %% wrong: wrong-static
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(power, static_argnames=("x", "n"))

# %% wrong: not-jitted
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = power

# %% wrong: compiles-each-call
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


def fast_power(x, n):
    return jax.jit(lambda v: power(v, n))(x)

# %% wrong: fixed-power
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(lambda x, n: power(x, 3))

# %% wrong: wrong-value
@jax.jit
def fast_power(x, n):
    return n**x

# %% wrong: wrong-value
def power(x, n):
    y = x
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(power, static_argnums=1)

# %% wrong: wrong-value
def power(x, n):
    y = x
    for _ in range(n - 1):
        y = y * x
    return y


fast_power = jax.jit(power, static_argnums=1)
