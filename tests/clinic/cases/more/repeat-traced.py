import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x, n):
    return jnp.repeat(x, n)

f(jnp.ones(2), 3)
