import jax, jax.numpy as jnp, numpy as np
import scipy.special

@jax.jit
def f(x):
    return scipy.special.expit(x)

f(1.0)
