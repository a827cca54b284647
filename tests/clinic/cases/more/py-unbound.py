import jax, jax.numpy as jnp, numpy as np

t = 0
def f():
    print(1)
    t += 1
f()
