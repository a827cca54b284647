import jax, jax.numpy as jnp
_, td = jax.tree.flatten({"a": 1, "b": 2})
jax.tree.unflatten(td, [1, 2, 3])
