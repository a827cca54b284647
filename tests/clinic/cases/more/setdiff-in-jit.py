import jax, jax.numpy as jnp
@jax.jit
def f(x):
    return jnp.setdiff1d(x, jnp.array([1]))
f(jnp.arange(3))
