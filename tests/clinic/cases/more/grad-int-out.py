import jax, jax.numpy as jnp, numpy as np

def f(x):
    return jnp.sum(x > 0)
print(jax.grad(f)(jnp.ones(3)))
