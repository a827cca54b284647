import jax.numpy as jnp
from flax import nnx

model = nnx.Sequential(nnx.Linear(3, 3, rngs=nnx.Rngs(0)), nnx.Dropout(0.5, rngs=nnx.Rngs(1)))
x = jnp.ones((1, 3))
print(jnp.allclose(model(x), model(x)))
