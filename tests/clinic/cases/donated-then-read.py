import jax, jax.numpy as jnp
from functools import partial

@partial(jax.jit, donate_argnums=0)
def step(w):
    return w - 0.1

w = jnp.ones(4)
new_w = step(w)
print(jnp.abs(w - new_w).max())
