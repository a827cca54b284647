import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(n):
    return jnp.linspace(0.0, 1.0, n)

f(3)
