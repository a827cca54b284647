import jax
from jax import lax

def collapse(x):
    return lax.while_loop(lambda v: v > 1.0, lambda v: v / 2.0, x)

print(jax.grad(collapse)(9.0))
