import jax, jax.numpy as jnp, numpy as np

print(jax.lax.while_loop(lambda s: s, lambda s: s - 1, 3.0))
