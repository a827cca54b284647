import jax, jax.numpy as jnp, numpy as np

@jax.jit
def first_big(x):
    for i in range(3):
        if x[i] > 1:
            break
    return i

first_big(jnp.arange(3.0))
