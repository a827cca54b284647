import jax
import jax.numpy as jnp

pair = jax.vmap(lambda x: (x, x), out_axes=(0, 0, 0))
print(pair(jnp.ones(2)))
