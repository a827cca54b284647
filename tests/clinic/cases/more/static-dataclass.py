import jax, jax.numpy as jnp
from dataclasses import dataclass
@dataclass
class Config:
    width: int = 3
@jax.jit(static_argnames="cfg")
def f(x, cfg):
    return x * cfg.width
f(1.0, cfg=Config())
