import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(key, n):
    return jax.random.normal(key, (n,))

f(jax.random.key(0), 3)
