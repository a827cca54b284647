# %% run
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(16)(x))
        return nn.Dense(2)(x)


net = Net()
x = jnp.ones((5, 3))
variables = net.init(jax.random.key(0), x)
print(net(x).shape)
