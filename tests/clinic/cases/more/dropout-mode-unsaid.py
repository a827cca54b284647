import jax, jax.numpy as jnp
import flax.linen as nn

class Net(nn.Module):
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(4)(x))
        x = nn.Dropout(self.rate)(x)
        return nn.Dense(1)(x)

net = Net(0.5)
print(net.init(jax.random.key(0), jnp.ones((2, 3)), False))
