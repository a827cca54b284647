import jax, jax.numpy as jnp, numpy as np

print(jax.random.uniform((3,)))
