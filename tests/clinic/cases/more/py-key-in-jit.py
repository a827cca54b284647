import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(p):
    return p["bias"]

f({"w": jnp.ones(2)})
