import jax, jax.numpy as jnp, numpy as np
x = jnp.arange(6.0)
x.shape = (2, 3)
