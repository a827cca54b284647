import jax, jax.numpy as jnp, numpy as np

def f(x):
    return np.linalg.norm(x)

jax.vmap(f)(jnp.ones((3, 2)))
