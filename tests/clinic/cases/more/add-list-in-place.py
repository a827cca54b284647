import jax, jax.numpy as jnp
x = jnp.ones(2)
x += [1, 2]
