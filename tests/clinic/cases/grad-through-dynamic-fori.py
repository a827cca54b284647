import jax
from jax import lax

@jax.jit
def decay(x, n):
    return lax.fori_loop(0, n, lambda i, v: v * 0.9, x)

print(jax.grad(decay)(1.0, 4))
