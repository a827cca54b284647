import jax.numpy as jnp

x = jnp.ones(2)
print("x is " + x)
