import jax, jax.numpy as jnp, numpy as np

x = jnp.ones(2)
x.numpy()
