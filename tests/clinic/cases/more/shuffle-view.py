import jax, jax.numpy as jnp, numpy as np
x = jnp.arange(6)
y = np.array(x, copy=False)
np.random.shuffle(y)
