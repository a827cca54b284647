import jax, jax.numpy as jnp

@jax.jit
def safe_log(p):
    assert (p > 0).all(), "p must be positive"
    return jnp.log(p)

print(safe_log(jnp.ones(3)))
