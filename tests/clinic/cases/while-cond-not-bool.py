import jax.numpy as jnp
from jax import lax

print(lax.while_loop(lambda v: v < 10, lambda v: v * 2, jnp.array([1, 3])))
