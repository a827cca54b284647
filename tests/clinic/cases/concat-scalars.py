import jax.numpy as jnp

x = jnp.ones(2)
print(jnp.concatenate([x, jnp.float32(3.0)]))
