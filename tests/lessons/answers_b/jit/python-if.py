# %% right: vectorize of cond
@jax.jit
def leaky(x):
    return jnp.vectorize(lambda s: jax.lax.cond(s > 0, lambda t: t, lambda t: 0.1 * t, s))(x)

# %% right: relu sum
@jax.jit
def leaky(x):
    pos, neg = jnp.clip(x, 0), jnp.clip(x, None, 0)
    return pos + 0.1 * neg

# %% right: piecewise
@jax.jit
def leaky(x):
    return jnp.piecewise(x, [x > 0], [lambda t: t, lambda t: 0.1 * t])

# %% right: bool arithmetic
@jax.jit
def leaky(x):
    p = x > 0
    return p * x + (1 - p) * 0.1 * x

# %% wrong: all
@jax.jit
def leaky(x):
    return jnp.where(jnp.all(x > 0), x, 0.1 * x)

# %% wrong: slope default
@jax.jit
def leaky(x):
    return jax.nn.leaky_relu(x)

# %% wrong: static
leaky = jax.jit(lambda x: x if x > 0 else 0.1 * x, static_argnums=0)

# %% wrong: constant
@jax.jit
def leaky(x):
    return jnp.where(x > 0, x, 0.1)

# %% wrong: bool()
@jax.jit
def leaky(x):
    return x if bool(x > 0) else 0.1 * x
