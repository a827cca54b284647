import jax, jax.numpy as jnp

old = [jnp.ones(2), jnp.ones(2)]
new = (jnp.zeros(2), jnp.zeros(2))
print(jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, old, new))
