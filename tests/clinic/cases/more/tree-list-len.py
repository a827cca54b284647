import jax, jax.numpy as jnp, numpy as np

print(jax.tree.map(lambda a, b: a + b, [1.0, 2.0], [1.0]))
