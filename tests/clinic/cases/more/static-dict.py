import jax, jax.numpy as jnp, numpy as np
from functools import partial

@partial(jax.jit, static_argnames=("cfg",))
def f(x, cfg):
    return x * cfg["lr"]

f(jnp.ones(2), {"lr": 0.1})
