import numpy as np
import jax.numpy as jnp

t = np.array([1700000000.25])
print(jnp.asarray(t).dtype, float(jnp.asarray(t)[0]) - t[0])
