import jax, jax.numpy as jnp, numpy as np

def loss(w, x):
    return (w * x).sum()

w, x = jnp.ones(3), jnp.ones(3)
v, g = jax.value_and_grad(loss(w, x))
