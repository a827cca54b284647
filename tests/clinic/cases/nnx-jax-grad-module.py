import jax, jax.numpy as jnp
from flax import nnx

model = nnx.Sequential(nnx.Linear(2, 2, rngs=nnx.Rngs(0)), nnx.Dropout(0.1, rngs=nnx.Rngs(1)))

def loss(m):
    return jnp.sum(m(jnp.ones((1, 2))))

print(jax.grad(loss)(model))
