import jax, jax.numpy as jnp

def amp(z):
    return jnp.sum(z ** 2)

print(jax.grad(amp)(jnp.array([1.0 + 2.0j])))
