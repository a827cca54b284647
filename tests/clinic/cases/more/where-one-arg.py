import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x):
    return jnp.where(x > 0)

f(jnp.ones(3))
