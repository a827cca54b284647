import jax, jax.numpy as jnp
@jax.jit
def f(x, counts):
    return jnp.repeat(x, counts)
f(jnp.arange(3), jnp.array([1, 2, 1]))
