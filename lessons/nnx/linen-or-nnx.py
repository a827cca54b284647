# %% compare: left
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Dense(8)(x)
        return nn.Dense(1)(nn.relu(x))


net = Net()
x = jnp.ones((4, 3))
v = net.init(jax.random.key(0), x)
print(net.apply(v, x).shape)

# %% compare: right
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.a = nnx.Linear(3, 8, rngs=rngs)
        self.b = nnx.Linear(8, 1, rngs=rngs)

    def __call__(self, x):
        return self.b(nnx.relu(self.a(x)))


net = Net(nnx.Rngs(0))
x = jnp.ones((4, 3))
print(net(x).shape)
