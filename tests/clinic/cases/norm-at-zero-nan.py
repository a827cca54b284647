import jax, jax.numpy as jnp

print(jax.grad(lambda v: jnp.linalg.norm(v))(jnp.zeros(3)))
