import jax, jax.numpy as jnp
x = jnp.arange(3)
x["a"]
