import jax, jax.numpy as jnp
from scipy import special
@jax.jit
def f(x):
    return special.gammaln(x)
f(jnp.arange(1.0, 3.0))
