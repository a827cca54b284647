import jax, jax.numpy as jnp, numpy as np

def f(x):
    return x * x
print(jax.value_and_grad(f)(3))
