# %% run
from flax import nnx

layer = nnx.Linear(3, 4, rngs=nnx.Rngs(0))
print(layer(jnp.ones((2, 3))).shape)

layer.bias[...] = jnp.full(4, 2.0)
print(layer(jnp.zeros((1, 3))))
