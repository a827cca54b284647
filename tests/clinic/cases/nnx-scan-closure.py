import jax, jax.numpy as jnp
from flax import nnx

bn = nnx.BatchNorm(2, rngs=nnx.Rngs(0))

def body(count, x):
    return count + 1, bn(x)

print(jax.lax.scan(body, 0, jnp.ones((3, 4, 2)))[1].shape)
