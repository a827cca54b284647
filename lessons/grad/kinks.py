# %% run
a = jax.grad(jnp.abs)(0.0)
b = jax.grad(jax.nn.relu)(0.0)
c = jax.grad(lambda x: jnp.maximum(x, 0.0))(0.0)
print(a, b, c)
