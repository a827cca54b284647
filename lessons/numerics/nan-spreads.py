# %% run
def loss(w, x):
    return jnp.sum(jnp.sqrt(w * x))


w = jnp.array([1.0, 2.0])
for x in (1.0, 0.0, 1.0):
    w = w - 0.1 * jax.grad(loss)(w, x)
    print(jnp.isnan(w).any())
