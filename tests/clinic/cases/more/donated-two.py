import jax, jax.numpy as jnp
from functools import partial
@partial(jax.jit, donate_argnums=(0, 1))
def step(params, state):
    return params + 1, state * 0.9
p, s = jnp.ones(3), jnp.zeros(3)
new_p, new_s = step(p, s)
print(new_p - p)
