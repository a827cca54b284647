import jax.numpy as jnp
import flax.linen as nn

print(nn.Dense(3).init({}, jnp.ones((1, 2))))
