# %% right: double where
def norm(v):
    s = jnp.sum(v * v)
    ok = s > 0
    return jnp.where(ok, jnp.sqrt(jnp.where(ok, s, 1.0)), 0.0)

# %% right: maximum floor
def norm(v):
    s = jnp.sum(v ** 2)
    return jnp.sqrt(jnp.maximum(s, 1e-30)) * (s > 0)

# %% right: custom_jvp
@jax.custom_jvp
def norm(v):
    return jnp.linalg.norm(v)
@norm.defjvp
def _(p, t):
    (v,), (dv,) = p, t
    n = norm(v)
    return n, jnp.vdot(v, dv) / jnp.where(n == 0, 1.0, n)

# %% right: safe input
def norm(v):
    zero = jnp.all(v == 0)
    w = jnp.where(zero, jnp.ones_like(v), v)
    return jnp.where(zero, 0.0, jnp.linalg.norm(w))

# %% right: lax.cond
def norm(v):
    s = jnp.dot(v, v)
    return jax.lax.cond(s > 0, jnp.sqrt, lambda s: 0.0 * s, s)

# %% right: custom_vjp
@jax.custom_vjp
def norm(v):
    return jnp.sqrt(jnp.sum(v ** 2))
def fwd(v):
    n = norm(v)
    return n, (v, n)
def bwd(res, g):
    v, n = res
    return (g * v / jnp.maximum(n, 1e-30),)
norm.defvjp(fwd, bwd)

# %% right: scaled by max
def norm(v):
    m = jax.lax.stop_gradient(jnp.max(jnp.abs(v)))
    m = jnp.where(m == 0, 1.0, m)
    s = jnp.sum((v / m) ** 2)
    ok = s > 0
    return m * jnp.where(ok, jnp.sqrt(jnp.where(ok, s, 1)), 0)

# %% right: optax safe_norm
import optax
def norm(v):
    return optax.safe_norm(v, 1e-20) * jnp.any(v != 0)

# %% right: tiny eps
def norm(v):
    return jnp.sqrt(jnp.sum(v * v) + 1e-24) - 1e-12 + 0.0

# %% wrong: linalg
def norm(v):
    return jnp.linalg.norm(v)

# %% wrong: outer where
def norm(v):
    s = jnp.sum(v * v)
    return jnp.where(s > 0, jnp.sqrt(s), 0.0)

# %% wrong: eps 1e-6
def norm(v):
    return jnp.sqrt(jnp.sum(v * v) + 1e-6)

# %% wrong: eps 1e-12
def norm(v):
    return jnp.sqrt(jnp.sum(v * v) + 1e-12)

# %% wrong: squared
def norm(v):
    return jnp.sum(v * v)

# %% wrong: L1
def norm(v):
    return jnp.sum(jnp.abs(v))

# %% wrong: max
def norm(v):
    return jnp.max(jnp.abs(v))

# %% wrong: floor 1e-8
def norm(v):
    return jnp.sqrt(jnp.maximum(jnp.sum(v * v), 1e-8))

# %% wrong: floor without zero value
def norm(v):
    return jnp.sqrt(jnp.maximum(jnp.sum(v * v), 1e-12))

# %% wrong: stop grad
def norm(v):
    return jax.lax.stop_gradient(jnp.linalg.norm(v))

# %% wrong: nan_to_num
def norm(v):
    return jnp.nan_to_num(jnp.linalg.norm(v))

# %% wrong: python if
def norm(v):
    if jnp.sum(v * v) == 0:
        return 0.0
    return jnp.sqrt(jnp.sum(v * v))

# %% wrong: add eps to vector
def norm(v):
    return jnp.linalg.norm(v + 1e-8)

# %% wrong: where per entry
def norm(v):
    return jnp.linalg.norm(jnp.where(v == 0, 1e-3, v))

# %% wrong: two entries
def norm(v):
    s = v[0] ** 2 + v[1] ** 2
    ok = s > 0
    return jnp.where(ok, jnp.sqrt(jnp.where(ok, s, 1.0)), 0.0)

# %% wrong: mean
def norm(v):
    s = jnp.mean(v * v)
    ok = s > 0
    return jnp.where(ok, jnp.sqrt(jnp.where(ok, s, 1.0)), 0.0)

# %% wrong: threshold
def norm(v):
    s = jnp.sum(v * v)
    ok = s > 1e-8
    return jnp.where(ok, jnp.sqrt(jnp.where(ok, s, 1.0)), 0.0)

# %% wrong: at origin value 1
def norm(v):
    s = jnp.sum(v * v)
    return jnp.sqrt(jnp.where(s > 0, s, 1.0))

# %% wrong: gradient is v custom
@jax.custom_jvp
def norm(v):
    return jnp.linalg.norm(v)
@norm.defjvp
def _(p, t):
    (v,), (dv,) = p, t
    return norm(v), jnp.vdot(v, dv)

# %% wrong: safe only when all zero wrong cond any
def norm(v):
    zero = jnp.any(v == 0)
    w = jnp.where(zero, jnp.ones_like(v), v)
    return jnp.where(zero, 0.0, jnp.linalg.norm(w))
