import jax, jax.numpy as jnp

f = jax.vmap(lambda x, s: x * s)
print(f(jnp.arange(3.0), 2.0))
