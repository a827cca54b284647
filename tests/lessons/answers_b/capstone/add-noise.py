# %% start
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)

# %% right: vmap of one point
noised = jax.vmap(lambda p, t, e: p * keep[t] ** 0.5 + e * (1 - keep[t]) ** 0.5)

# %% right: einsum, take
def noised(x, t, noise):
    k = jnp.take(keep, t)
    return jnp.einsum("n,nd->nd", jnp.sqrt(k), x) + jnp.einsum("n,nd->nd", jnp.sqrt(1 - k), noise)

# %% right: transposes
def noised(x, t, noise):
    k = keep[t]
    return (jnp.sqrt(k) * x.T + jnp.sqrt(1.0 - k) * noise.T).T

# %% right: repeat to shape
@jax.jit
def noised(x, t, noise):
    k = jnp.broadcast_to(keep[t][:, jnp.newaxis], x.shape)
    return jnp.power(k, .5) * x + jnp.power(1 - k, .5) * noise

# %% wrong: no axis (fails unless n=2)
def noised(x, t, noise):
    k = keep[t]
    return jnp.sqrt(k) * x + jnp.sqrt(1 - k) * noise

# %% wrong: beta noise on cumulative signal
def noised(x, t, noise):
    return jnp.sqrt(keep[t])[:, None] * x + jnp.sqrt(beta[t])[:, None] * noise

# %% wrong: diagonal by matmul of all
def noised(x, t, noise):
    k = keep[t].mean()
    return jnp.sqrt(k) * x + jnp.sqrt(1 - k) * noise

# %% wrong: own noise
def noised(x, t, noise):
    k = keep[t][:, None]
    return jnp.sqrt(k) * x + jnp.sqrt(1 - k) * jax.random.normal(jax.random.key(0), x.shape)

# %% wrong: 1 - sqrt
def noised(x, t, noise):
    k = jnp.sqrt(keep[t])[:, None]
    return k * x + (1 - k) * noise

# %% wrong: minus
def noised(x, t, noise):
    k = keep[t][:, None]
    return jnp.sqrt(k) * x - jnp.sqrt(1 - k) * noise

# %% wrong: level t-1
def noised(x, t, noise):
    k = keep[t - 1][:, None]
    return jnp.sqrt(k) * x + jnp.sqrt(1 - k) * noise

# %% wrong: power t of one beta
def noised(x, t, noise):
    k = ((1 - beta[t]) ** (t + 1))[:, None]
    return jnp.sqrt(k) * x + jnp.sqrt(1 - k) * noise
