import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x):
    return {"y": x, "name": "hi"}

f(1.0)
