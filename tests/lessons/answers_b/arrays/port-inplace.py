# %% right: where
def tidy(x):
    y = jnp.where(x < 0, 0, x)
    return y.at[:, -1].add(1)

# %% right: chain
def tidy(m):
    return m.at[...].max(0).at[..., -1].add(1.0)

# %% right: relu concatenate
def tidy(x):
    r = jax.nn.relu(x)
    return jnp.hstack([r[:, :-1], r[:, -1:] + 1])

# %% right: arange mask
def tidy(x):
    n = x.shape[1]
    return x.clip(0) + (jnp.arange(n) == n - 1)

# %% wrong: abs
def tidy(x):
    return jnp.abs(x).at[:, -1].add(1)

# %% wrong: only last entry
def tidy(x):
    return jnp.maximum(x, 0).at[-1, -1].add(1)

# %% wrong: old x
def tidy(x):
    y = x.at[x < 0].set(0)
    return y.at[:, -1].set(x[:, -1] + 1)

# %% wrong: below one
def tidy(x):
    return x.at[x < 1].set(0).at[:, -1].add(1)

# %% wrong: grow a column
def tidy(x):
    return jnp.hstack([jnp.maximum(x, 0), jnp.ones((len(x), 1))])
