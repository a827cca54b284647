import jax.numpy as jnp
from jax import lax

def body(state):
    i, x = state
    return i + 1, x / 2

print(lax.while_loop(lambda s: s[0] < 3, body, (0, jnp.int32(8))))
