import jax, jax.numpy as jnp

def step(carry, x):
    return carry + x

print(jax.lax.scan(step, 0.0, jnp.arange(3.0)))
