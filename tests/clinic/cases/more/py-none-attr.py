import jax, jax.numpy as jnp, numpy as np

def f(x):
    x + 1

print(f(2.0).shape)
