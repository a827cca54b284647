import numpy as np
import jax, jax.numpy as jnp

rng = np.random.default_rng(0)
x = jnp.asarray(rng.normal(size=4).astype(np.float32))
print(jax.jit(jnp.tanh)(x))
