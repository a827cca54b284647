import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x):
    print("{:6.2f}".format(x))
    return x

f(1.0)
