import jax, jax.numpy as jnp

def loss(w, x, y):
    return (x @ w - y) ** 2

print(jax.value_and_grad(loss)(jnp.ones(2), jnp.ones((4, 2)), jnp.zeros(4)))
