import jax.numpy as jnp
from flax import nnx

drop = nnx.Dropout(0.5)
print(drop(jnp.ones(4)))
