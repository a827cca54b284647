import jax, jax.numpy as jnp, numpy as np

def f(x):
    return x * 2.0
print(jax.grad(f)(True))
