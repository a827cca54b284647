import jax, jax.numpy as jnp, numpy as np

jax.vmap(lambda d: d["a"] + d["b"])({"a": jnp.ones(3), "b": jnp.ones(2)})
