import jax, jax.numpy as jnp
@jax.jit
def hist(labels):
    return jnp.bincount(labels)
hist(jnp.array([0, 1, 1]))
