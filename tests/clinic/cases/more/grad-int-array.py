import jax, jax.numpy as jnp, numpy as np

def f(x):
    return (x ** 2).sum()
print(jax.grad(f)(jnp.array([1, 2, 3])))
