import jax, jax.numpy as jnp, numpy as np

def body(c, x):
    return c + float(x), None

jax.lax.scan(body, 0.0, jnp.ones(3))
