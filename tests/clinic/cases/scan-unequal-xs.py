import jax, jax.numpy as jnp

def step(c, xy):
    x, y = xy
    return c + x * y, None

print(jax.lax.scan(step, 0.0, (jnp.ones(3), jnp.ones(5))))
