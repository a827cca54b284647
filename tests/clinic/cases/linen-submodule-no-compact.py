import jax, jax.numpy as jnp
import flax.linen as nn

class MLP(nn.Module):
    def __call__(self, x):
        return nn.Dense(2)(x)

print(MLP().init(jax.random.key(0), jnp.ones((1, 3))))
