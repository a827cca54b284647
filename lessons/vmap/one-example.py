# %% run
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.ones((8, 3)),
    "b": jnp.zeros(8),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print("one:", predict(params, X[0]).shape)
print("all:", predict(params, X).shape)
