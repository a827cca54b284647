import jax, jax.numpy as jnp

def safe_sqrt(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)

print(safe_sqrt(0.0), jax.grad(safe_sqrt)(0.0))
