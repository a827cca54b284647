import jax, jax.numpy as jnp, numpy as np

def f(a, b):
    return a * b
print(jax.grad(f, argnums=(0, 2))(1.0, 2.0))
