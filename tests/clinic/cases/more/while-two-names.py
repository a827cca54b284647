import jax, jax.numpy as jnp
from jax import lax
@jax.jit
def bisect(lo, hi):
    f = lambda x: x ** 3 - 2
    while (hi - lo) > 1e-3:
        mid = (lo + hi) / 2
        lo, hi = (lo, mid) if f(mid) > 0 else (mid, hi)
    return lo
bisect(0.0, 2.0)
