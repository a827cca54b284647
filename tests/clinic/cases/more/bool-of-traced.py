import jax, jax.numpy as jnp
@jax.jit
def count(x):
    n = 0
    for v in x:
        n += 1 if bool(v > 0) else 0
    return n
count(jnp.arange(3.0))
