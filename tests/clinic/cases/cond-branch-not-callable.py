import jax.numpy as jnp
from jax import lax

x = jnp.float32(2.0)
print(lax.cond(x > 1, jnp.sin(x), jnp.cos(x), x))
