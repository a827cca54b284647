import jax, jax.numpy as jnp, numpy as np

print(jax.ops.index_update(jnp.ones(3), 0, 2.0))
