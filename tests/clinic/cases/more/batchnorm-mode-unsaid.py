import jax, jax.numpy as jnp
from flax import linen as nn

class Block(nn.Module):
    def setup(self):
        self.dense = nn.Dense(4)
        self.norm = nn.BatchNorm(momentum=0.9)

    def __call__(self, x):
        return nn.relu(self.norm(self.dense(x)))

x = jnp.ones((8, 3))
variables = Block().init(jax.random.key(0), x)
