import jax, jax.numpy as jnp, numpy as np
import math

@jax.jit
def f(x):
    return math.sin(x)

f(1.0)
