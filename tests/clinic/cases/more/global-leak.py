import jax, jax.numpy as jnp, numpy as np

last = 0.0

@jax.jit
def loss(w):
    global last
    last = w ** 2
    return last.sum()

loss(jnp.ones(2)); print(last + 1)
