import jax, jax.numpy as jnp, numpy as np

@jax.jit
def invert(mask, x):
    return x * (not mask)

invert(jnp.array(True), jnp.ones(2))
