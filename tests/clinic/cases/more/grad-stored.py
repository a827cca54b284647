import jax, jax.numpy as jnp, numpy as np

def loss(w, x):
    return w * x

dloss = jax.grad(loss)
dloss(jnp.ones(3), 2.0)
