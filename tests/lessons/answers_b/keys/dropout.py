# %% right: choice
def dropout(key, x, rate):
    drop = jax.random.choice(key, jnp.array([True, False]), x.shape, p=jnp.array([rate, 1 - rate]))
    return jnp.where(drop, 0, x / (1 - rate))

# %% right: per-entry keys with vmap
def dropout(key, x, rate):
    ks = jax.random.split(key, x.size)
    keep = jax.vmap(lambda k: jax.random.bernoulli(k, 1 - rate))(ks).reshape(x.shape)
    return jnp.where(keep, x, 0) / (1 - rate)

# %% right: linen
def dropout(key, x, rate):
    import flax.linen as nn
    return nn.Dropout(rate, deterministic=False).apply({}, x, rngs={"dropout": key})

# %% right: mask by floor
def dropout(key, x, rate):
    keep = jnp.floor(jax.random.uniform(key, x.shape) + 1 - rate)
    return x * keep / (1 - rate)

# %% wrong: normal threshold
def dropout(key, x, rate):
    keep = jax.random.normal(key, x.shape) > rate
    return jnp.where(keep, x / (1 - rate), 0)

# %% wrong: scaled by the actual share
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    return jnp.where(keep, x / keep.mean(), 0)

# %% wrong: row masks
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, (x.shape[0],) + (1,) * (x.ndim - 1))
    return jnp.where(keep, x / (1 - rate), 0)

# %% wrong: NaN for dropped
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    return jnp.where(keep, x / (1 - rate), jnp.nan)

# %% wrong: drop with replacement
def dropout(key, x, rate):
    n = int(rate * x.size)
    idx = jax.random.choice(key, x.size, (n,))
    return x.ravel().at[idx].set(0).reshape(x.shape) / (1 - rate)

# %% wrong: gaussian dropout
def dropout(key, x, rate):
    s = jnp.sqrt(rate / (1 - rate))
    return x * (1 + s * jax.random.normal(key, x.shape))
