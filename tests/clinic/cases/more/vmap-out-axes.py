import jax
import jax.numpy as jnp

y = jax.vmap(lambda x: x * 2, out_axes=3)(jnp.ones((2, 3)))
