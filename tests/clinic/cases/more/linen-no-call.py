import jax
import jax.numpy as jnp
import flax.linen as nn


class MLP(nn.Module):
    hidden: int


model = MLP(hidden=16)
variables = model.init(jax.random.key(0), jnp.ones((5, 2)))
