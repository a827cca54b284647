import jax, jax.numpy as jnp

f = jax.vmap(lambda x, w, b: x @ w + b, in_axes=(0, None))
print(f(jnp.ones((4, 2)), jnp.ones(2), 1.0))
