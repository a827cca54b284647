import jax
jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp, numpy as np

t = np.array([1700000000.25, 1700000001.75])
print(jnp.diff(jnp.asarray(t)), jnp.zeros(2, jnp.float64).dtype)
