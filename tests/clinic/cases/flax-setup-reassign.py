import jax, jax.numpy as jnp
import flax.linen as nn

class Counted(nn.Module):
    def setup(self):
        self.dense = nn.Dense(2)
        self.calls = 0

    def __call__(self, x):
        self.calls = self.calls + 1
        return self.dense(x)

print(Counted().init(jax.random.key(0), jnp.ones((1, 2))))
