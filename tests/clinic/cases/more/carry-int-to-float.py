import jax, jax.numpy as jnp, numpy as np

def body(i, s): return s + 0.5
print(jax.lax.fori_loop(0, 3, body, jnp.int32(0)))
