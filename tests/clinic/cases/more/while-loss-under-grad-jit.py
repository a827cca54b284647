import jax, jax.numpy as jnp, numpy as np

def shrink(w):
    loss = w ** 2
    while loss > 1e-3:
        w = w * 0.5
        loss = w ** 2
    return loss

print(jax.jit(jax.grad(shrink))(3.0))
