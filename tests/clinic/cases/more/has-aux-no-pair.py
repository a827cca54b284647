import jax, jax.numpy as jnp, numpy as np

def loss(w):
    return (w ** 2).sum()
print(jax.grad(loss, has_aux=True)(jnp.ones(2)))
