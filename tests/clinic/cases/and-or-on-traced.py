import jax, jax.numpy as jnp

@jax.jit
def in_band(x, lo, hi):
    ok = (lo < x) and (x < hi)
    return jnp.where(ok, x, 0.0)

print(in_band(2.0, 1.0, 3.0))
