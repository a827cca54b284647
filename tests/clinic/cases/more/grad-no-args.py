import jax, jax.numpy as jnp, numpy as np

def f(a):
    return a * 2
print(jax.grad(f)())
