# %% right: double where
def safe_log(x):
    good = x > 0
    return jnp.where(good, jnp.log(jnp.where(good, x, 1.0)), 0.0)

# %% right: inner only
def safe_log(x):
    return jnp.log(jnp.where(x > 0, x, 1.0))

# %% right: custom_jvp
@jax.custom_jvp
def safe_log(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)
@safe_log.defjvp
def _(primals, tangents):
    (x,), (t,) = primals, tangents
    return safe_log(x), jnp.where(x > 0, t / jnp.where(x > 0, x, 1.0), 0.0)

# %% right: custom_vjp
@jax.custom_vjp
def safe_log(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)
def fwd(x):
    return safe_log(x), x
def bwd(x, g):
    return (jnp.where(x > 0, g / x, 0.0),)
safe_log.defvjp(fwd, bwd)

# %% right: select
def safe_log(x):
    x = jnp.asarray(x)
    ok = jnp.greater(x, 0)
    inner = jax.lax.select(ok, x, jnp.ones_like(x))
    return jnp.log(inner)

# %% right: piecewise helper
def guard(f, ok, x, dummy):
    return jnp.where(ok, f(jnp.where(ok, x, dummy)), 0.0)
def safe_log(x):
    """Guarded."""
    return guard(jnp.log, x > 0, x, 2.0)

# %% right: vectorize + cond
@jnp.vectorize
def safe_log(x):
    return jax.lax.cond(x > 0, jnp.log, lambda v: 0.0 * v, x)

# %% wrong: as given
def safe_log(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)

# %% wrong: nan_to_num
def safe_log(x):
    return jnp.nan_to_num(jnp.log(x), nan=0.0, neginf=0.0)

# %% wrong: eps
def safe_log(x):
    return jnp.where(x > 0, jnp.log(x + 1e-6), 0.0)

# %% wrong: eps abs
def safe_log(x):
    return jnp.where(x > 0, jnp.log(jnp.abs(x) + 1e-8), 0.0)

# %% wrong: maximum inside
def safe_log(x):
    return jnp.log(jnp.maximum(x, 1e-8))

# %% wrong: maximum and where
def safe_log(x):
    return jnp.where(x > 0, jnp.log(jnp.maximum(x, 1e-3)), 0.0)

# %% wrong: >=
def safe_log(x):
    return jnp.where(x >= 0, jnp.log(jnp.where(x >= 0, x, 1.0)), 0.0)

# %% wrong: stop gradient
def safe_log(x):
    return jax.lax.stop_gradient(jnp.where(x > 0, jnp.log(x), 0.0))

# %% wrong: python if
def safe_log(x):
    return jnp.log(x) if x > 0 else 0.0

# %% wrong: clip at 1
def safe_log(x):
    return jnp.log(jnp.maximum(x, 1.0))

# %% wrong: abs
def safe_log(x):
    return jnp.log(jnp.abs(jnp.where(x == 0, 1.0, x)))

# %% wrong: x>1
def safe_log(x):
    return jnp.log(jnp.where(x > 1, x, 1.0))

# %% wrong: inner two
def safe_log(x):
    return jnp.log(jnp.where(x > 0, x, 2.0))

# %% wrong: cond scalar only
def safe_log(x):
    return jax.lax.cond(x > 0, jnp.log, lambda v: 0.0 * v, x)

# %% wrong: multiply mask
def safe_log(x):
    return (x > 0) * jnp.log(x)

# %% wrong: minus derivative custom
@jax.custom_jvp
def safe_log(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)
@safe_log.defjvp
def _(primals, tangents):
    (x,), (t,) = primals, tangents
    return safe_log(x), jnp.where(x > 0, t * x, 0.0)

# %% wrong: numpy
def safe_log(x):
    x = np.asarray(x)
    return np.log(np.where(x > 0, x, 1.0))

# %% wrong: straight-through derivative of zero in negative
def safe_log(x):
    return jnp.where(x > 0, jnp.log(jnp.where(x > 0, x, 1.0)), x * 1e-3)
