import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x):
    return jnp.argwhere(x > 0)

f(jnp.ones(3))
