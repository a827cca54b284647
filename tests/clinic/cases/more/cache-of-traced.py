import jax, jax.numpy as jnp
from functools import lru_cache
@lru_cache
def fact(n):
    return n
@jax.jit
def f(n):
    return fact(n)
f(3)
