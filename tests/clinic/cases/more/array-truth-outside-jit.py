import jax, jax.numpy as jnp, numpy as np

x = jnp.array([1.0, -1.0])
if x > 0:
    print("positive")
