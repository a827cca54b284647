import jax, jax.numpy as jnp, numpy as np

def body(c, x):
    return c + "a", None

jax.lax.scan(body, 0.0, jnp.ones(2))
