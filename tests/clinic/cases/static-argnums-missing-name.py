import jax
from functools import partial

@partial(jax.jit, static_argnames="width")
def f(x, w):
    return x * w

print(f(1.0, 2.0))
