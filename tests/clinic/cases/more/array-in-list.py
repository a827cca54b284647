import jax.numpy as jnp
xs = [jnp.ones(2), jnp.zeros(2)]
print(xs.index(jnp.zeros(2)))
