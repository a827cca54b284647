import jax, jax.numpy as jnp

def loss(w):
    pred = w * 3.0
    return jnp.sum(pred ** 2), pred

print(jax.grad(loss)(jnp.ones(2)))
