import jax, jax.numpy as jnp, numpy as np

assert 1 == 2, "no"
