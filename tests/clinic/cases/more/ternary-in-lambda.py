import jax, jax.numpy as jnp, numpy as np

f = jax.jit(lambda x: x if x > 0 else -x)
print(f(-2.0))
