import jax, jax.numpy as jnp, numpy as np

jax.config.update("jax_debug_nans", True)
@jax.jit
def f(x):
    return jnp.sqrt(x) * 2

f(-1.0)
