import jax, jax.numpy as jnp, numpy as np

@jax.jit
def check(x):
    bad = any(x < 0)
    return jnp.where(bad, 0.0, x)

check(jnp.array([-1.0, 2.0]))
