import jax.numpy as jnp
x = jnp.arange(3)
print(x > 0 and x < 2)
