# %% start
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h

# %% right: closure
def batched(params, X):
    return jax.vmap(lambda x: predict(params, x))(X)

# %% right: tree of None
batched = jax.vmap(predict, in_axes=({"W": None, "b": None, "v": None}, 0), out_axes=0)

# %% right: broadcast parameters
def batched(params, X):
    many = jax.tree.map(lambda p: jnp.broadcast_to(p, (len(X), *p.shape)), params)
    return jax.vmap(predict)(many, X)

# %% wrong: scan
def batched(params, X):
    return jax.lax.scan(lambda c, x: (c, predict(params, x)), None, X)[1]

# %% wrong: global params
params = {"W": jnp.full((8, 3), 0.5), "b": jnp.arange(8.0), "v": jnp.ones(8)}
batched = lambda p, X: jax.vmap(lambda x: predict(params, x))(X)

# %% wrong: argument order
batched = jax.vmap(lambda x, params: predict(params, x), in_axes=(0, None))

# %% wrong: np.vectorize
batched = np.vectorize(predict, signature="(),(n)->()")

# %% wrong: jnp.apply_along_axis wrong axis
def batched(params, X):
    return jnp.apply_along_axis(lambda x: predict(params, x), 0, X)
