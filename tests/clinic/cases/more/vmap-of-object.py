import jax, jax.numpy as jnp
class Point:
    def __init__(self, x): self.x = x
jax.vmap(lambda p: p.x)(Point(jnp.ones(3)))
