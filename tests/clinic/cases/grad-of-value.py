import jax, jax.numpy as jnp

def loss(w):
    return jnp.sum(w ** 2)

w = jnp.ones(2)
print(jax.grad(loss(w)))
