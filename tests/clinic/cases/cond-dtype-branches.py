import jax.numpy as jnp
from jax import lax

def clip(x):
    return lax.cond(x > 0, lambda v: v, lambda v: 0, x)

print(clip(jnp.float32(2.0)))
