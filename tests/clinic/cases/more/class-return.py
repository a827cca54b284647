import jax, jax.numpy as jnp, numpy as np

class Box:
    def __init__(self, x): self.x = x

@jax.jit
def f(x):
    return Box(x)

f(1.0)
