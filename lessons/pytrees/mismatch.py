# %% run
params = {"w": 1.0, "b": 2.0}
grads = {"w": 0.5, "bias": 0.5}
print(jax.tree.map(lambda p, g: p - g, params, grads))

# %% run: compare
params = {"w": jnp.ones(3), "b": 2.0}
grads = {"w": 0.5, "bias": 0.5}
print(jax.tree.structure(params))
print(jax.tree.structure(grads))
