import jax, jax.numpy as jnp
from functools import partial

@partial(jax.jit, static_argnums=1)
def tile(x, reps):
    return jnp.tile(x, reps)

print(tile(jnp.ones(2), [2, 2]))
