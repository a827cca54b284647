# %% start
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)

# %% right: map
def augment(key, X):
    return jax.lax.map(lambda kx: maybe_flip(*kx), (jax.random.split(key, len(X)), X))

# %% right: rademacher
def augment(key, X):
    return X * jax.random.rademacher(key, (len(X), 1), dtype=X.dtype)

# %% right: scan carrying
def augment(key, X):
    def turn(k, x):
        k, sub = jax.random.split(k)
        return k, maybe_flip(sub, x)
    return jax.lax.scan(turn, key, X)[1]

# %% right: sign from uniform
@jax.jit
def augment(key, X):
    s = jnp.sign(jax.random.uniform(key, (X.shape[0],)) - 0.5)
    s = jnp.where(s == 0, 1.0, s)
    return s[:, None] * X

# %% wrong: columns
def augment(key, X):
    ks = jax.random.split(key, X.shape[1])
    return jax.vmap(maybe_flip, in_axes=(0, 1), out_axes=1)(ks, X)

# %% wrong: alternating
def augment(key, X):
    s = jnp.where(jnp.arange(len(X)) % 2 == 0, 1, -1)[:, None]
    return maybe_flip(key, X * s)

# %% wrong: key and children
def augment(key, X):
    first = maybe_flip(key, X[0])
    ks = jax.random.split(key, len(X) - 1) if len(X) > 1 else []
    rest = [maybe_flip(k, x) for k, x in zip(ks, X[1:])]
    return jnp.stack([first, *rest])

# %% wrong: rare flips
def augment(key, X):
    return jnp.where(jax.random.bernoulli(key, 0.1, (len(X), 1)), -X, X)

# %% wrong: first row's coin reused for last
def augment(key, X):
    ks = jax.random.split(key, len(X))
    ks = jnp.concatenate([ks[:-1], ks[:1]])
    return jax.vmap(maybe_flip)(ks, X)

# %% wrong: fold by value
def augment(key, X):
    return jax.vmap(lambda x: maybe_flip(jax.random.fold_in(key, x[0].astype(int)), x))(X)
