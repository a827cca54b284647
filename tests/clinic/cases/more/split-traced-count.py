import jax, jax.numpy as jnp
@jax.jit
def f(key, n):
    return jax.random.split(key, n)
f(jax.random.key(0), 2)
