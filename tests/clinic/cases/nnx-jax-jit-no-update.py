import jax, jax.numpy as jnp
from flax import nnx

bn = nnx.BatchNorm(2, rngs=nnx.Rngs(0))

@jax.jit
def run(m, x):
    return m(x)

before = bn.mean[...]
run(bn, jnp.full((4, 2), 9.0))
print(before, bn.mean[...])
