import jax, jax.numpy as jnp, numpy as np

@jax.jit
def apply(f, x):
    return f(x)

apply(jnp.sin, 1.0)
