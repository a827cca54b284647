import jax, jax.numpy as jnp

params = {"w": jnp.array([1, 2]), "b": 0.0}

def loss(p):
    return jnp.sum(p["w"] * 1.5) + p["b"]

print(jax.grad(loss)(params))
