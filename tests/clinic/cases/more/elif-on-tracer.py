import jax, jax.numpy as jnp, numpy as np

@jax.jit
def sign(v):
    flag = 1.0
    if v.shape == (3,):
        flag = 2.0
    elif v.sum() > 0:
        flag = 3.0
    return flag * v

sign(jnp.ones(4))
