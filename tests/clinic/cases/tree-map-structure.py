import jax, jax.numpy as jnp

params = {"w": jnp.ones(2), "b": jnp.zeros(1)}
grads = {"w": jnp.ones(2)}
print(jax.tree.map(lambda p, g: p - 0.1 * g, params, grads))
