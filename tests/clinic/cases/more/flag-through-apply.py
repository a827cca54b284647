import jax, jax.numpy as jnp
from flax import linen as nn
class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(4)(x)
        if train:
            x = nn.Dropout(0.5, deterministic=False)(x)
        return x
m = Net()
x = jnp.ones((2, 3))
v = m.init(jax.random.key(0), x, False)
jax.jit(m.apply)(v, x, False)
