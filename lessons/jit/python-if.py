# %% starter
@jax.jit
def leaky(x):
    if x > 0:
        return x
    return 0.1 * x


print(leaky(3.0), leaky(-3.0))
print(leaky(jnp.array([-1.0, 2.0])))

# %% solution: where
@jax.jit
def leaky(x):
    return jnp.where(x > 0, x, 0.1 * x)

# %% solution: maximum
@jax.jit
def leaky(x):
    return jnp.maximum(x, 0.1 * x)

# %% solution: the library's
leaky = jax.jit(lambda x: jax.nn.leaky_relu(x, 0.1))

# %% solution: two halves
@jax.jit
def leaky(value):
    positive = jnp.maximum(value, 0)
    negative = jnp.minimum(value, 0)
    return positive + 0.1 * negative

# %% solution: a slope for each entry, compiled by the caller
def leaky(x):
    return x * jnp.where(x > 0, 1.0, 0.1)

# %% wrong: branch-on-tracer
@jax.jit
def leaky(x):
    if x > 0:
        return x
    return 0.1 * x

# %% wrong: branch-on-tracer
@jax.jit
def leaky(x):
    return x if bool(x > 0) else 0.1 * x

# %% wrong: branch-on-tracer
@jax.jit
def leaky(values):
    return max(values, 0.1 * values)

# %% wrong: branch-on-tracer
@jax.jit
def leaky(x):
    if jnp.all(x > 0):
        return x
    return 0.1 * x

# %% wrong: branch-on-tracer
def leaky(x):
    if jnp.ndim(x) == 0:
        return x if x > 0 else 0.1 * x
    return jnp.where(x > 0, x, 0.1 * x)

# %% wrong: scalar-only
@jax.jit
def leaky(x):
    return jax.lax.cond(
        x > 0, lambda: x, lambda: 0.1 * x
    )

# %% wrong: negative-side
@jax.jit
def leaky(x):
    return jnp.where(x > 0, x, 0.0)

# %% wrong: negative-side
@jax.jit
def leaky(x):
    return jax.nn.leaky_relu(x)

# %% wrong: negative-side
@jax.jit
def leaky(x):
    return jnp.maximum(x, 0.1)

# %% wrong: positive-side
@jax.jit
def leaky(x):
    return 0.1 * x

# %% wrong: swapped
@jax.jit
def leaky(x):
    return jnp.where(x > 0, 0.1 * x, x)

# %% wrong: swapped
@jax.jit
def leaky(x):
    return jnp.minimum(x, 0.1 * x)

# %% wrong: no-return
@jax.jit
def leaky(x):
    y = jnp.where(x > 0, x, 0.1 * x)
