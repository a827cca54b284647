import jax.numpy as jnp
from jax import lax

x = jnp.array([1.0, -1.0])
print(lax.cond(x > 0, lambda v: v, lambda v: -v, x))
