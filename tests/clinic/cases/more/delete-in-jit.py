import jax, jax.numpy as jnp
@jax.jit
def f(x, m):
    return jnp.delete(x, m)
f(jnp.arange(3), jnp.array([1]))
