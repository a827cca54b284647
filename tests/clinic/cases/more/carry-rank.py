import jax
import jax.numpy as jnp


def cell(h, x):
    h = jnp.tanh(h[:, None] + x)
    return h, h


out = jax.lax.scan(cell, init=jnp.zeros(4), xs=jnp.ones((5, 4)))
