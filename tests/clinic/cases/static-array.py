import jax, jax.numpy as jnp
from functools import partial

@partial(jax.jit, static_argnames="mask")
def apply(x, mask):
    return x * mask

print(apply(jnp.ones(3), mask=jnp.array([1, 0, 1])))
