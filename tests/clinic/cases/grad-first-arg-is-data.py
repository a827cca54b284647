import jax, jax.numpy as jnp

def loss(x, w):
    return jnp.sum((x @ w) ** 2)

g = jax.grad(loss)(jnp.ones((5, 2)), jnp.ones(2))
print(g.shape)
