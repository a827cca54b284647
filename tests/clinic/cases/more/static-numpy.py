import jax, jax.numpy as jnp, numpy as np

f = jax.jit(lambda x, m: x * m.sum(), static_argnums=(1,))
f(jnp.ones(4), np.array([1, 2]))
