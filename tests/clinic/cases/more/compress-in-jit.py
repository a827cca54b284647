import jax, jax.numpy as jnp
@jax.jit
def f(x):
    return jnp.compress(x > 0, x)
f(jnp.arange(3.0))
