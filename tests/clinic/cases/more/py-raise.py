import jax, jax.numpy as jnp, numpy as np

def f(x):
    raise ValueError("negative")
f(1)
