import jax.numpy as jnp
from jax import lax

out = lax.cond(True, lambda x: (x, x), lambda x: x, jnp.ones(2))
print(out)
