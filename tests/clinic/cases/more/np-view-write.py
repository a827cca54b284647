import jax, jax.numpy as jnp, numpy as np

x = np.asarray(jnp.ones(3))
x[0] = 2.0
