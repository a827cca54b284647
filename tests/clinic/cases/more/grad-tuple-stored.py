import jax, jax.numpy as jnp, numpy as np

def loss(w):
    return (w ** 2).sum(), w
vg = jax.jit(jax.value_and_grad(loss))
vg(jnp.ones(2))
