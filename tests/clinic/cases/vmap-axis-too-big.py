import jax, jax.numpy as jnp

f = jax.vmap(lambda v: v.sum(), in_axes=1)
print(f(jnp.arange(4.0)))
