import jax, jax.numpy as jnp

rows = jnp.array([[1.0, 2.0], [30.0, 40.0]])
print(jax.vmap(jnp.sum, in_axes=1)(rows))
