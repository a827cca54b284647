import jax, jax.numpy as jnp
@jax.jit
def f(x):
    print("x = %.2f" % x)
    return x
f(2.0)
