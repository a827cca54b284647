import jax
import jax.numpy as jnp

print(jax.jacfwd(lambda v: v * 2.0)(jnp.arange(3)))
