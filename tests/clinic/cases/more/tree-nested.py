import jax, jax.numpy as jnp, numpy as np

a = {"l": {"w": 1.0}}
b = {"l": {"w": 1.0, "b": 2.0}}
print(jax.tree.map(jnp.add, a, b))
