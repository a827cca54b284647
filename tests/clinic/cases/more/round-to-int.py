import jax, jax.numpy as jnp, numpy as np

@jax.jit
def steps(x):
    n = int(jnp.round(x))
    return x * n

steps(2.6)
