import jax, jax.numpy as jnp, numpy as np

print(jnp.arange(3)[jnp.array([0.5])])
