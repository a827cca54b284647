import jax, jax.numpy as jnp
import flax.linen as nn

class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dropout(0.5, deterministic=False)(nn.Dense(4)(x))

x = jnp.ones((2, 3))
v = Net().init({"params": jax.random.key(0), "dropout": jax.random.key(1)}, x)
print(Net().apply(v, x))
