import jax, jax.numpy as jnp
x = jnp.ones(3)
x.at[0] = 2.0
