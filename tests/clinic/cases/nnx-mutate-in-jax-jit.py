import jax, jax.numpy as jnp
from flax import nnx

model = nnx.Linear(2, 2, rngs=nnx.Rngs(0))

@jax.jit
def bump(x):
    model.bias[...] = model.bias[...] + 1.0
    return model(x)

print(bump(jnp.ones((1, 2))))
