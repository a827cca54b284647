import jax, jax.numpy as jnp

def pick(w):
    return jnp.argmax(w * jnp.arange(3.0)) * 1.0

print(jax.grad(pick)(2.0))
