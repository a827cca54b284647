import jax, jax.numpy as jnp, numpy as np

print(jnp.zeros(4).at[:2].set(jnp.ones(3)))
