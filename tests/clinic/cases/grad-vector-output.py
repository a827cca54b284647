import jax, jax.numpy as jnp

def residual(w):
    return w * jnp.arange(3.0)

print(jax.grad(residual)(2.0))
