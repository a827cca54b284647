import jax, jax.numpy as jnp, numpy as np

def loss(w):
    return [(w ** 2).sum(), w]
print(jax.grad(loss)(jnp.ones(2)))
