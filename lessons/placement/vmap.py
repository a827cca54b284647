# %% run
def f(row, w):
    return row @ w


xs, w = jnp.ones((5, 3)), jnp.ones(3)
print(jax.vmap(f, in_axes=(0, None))(xs, w).shape)
