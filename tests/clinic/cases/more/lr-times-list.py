import jax, jax.numpy as jnp, numpy as np

params, grads = [jnp.ones(2), jnp.ones(1)], [jnp.ones(2), jnp.ones(1)]
params = [p for p in params] - 0.1 * grads
