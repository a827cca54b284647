import jax, jax.numpy as jnp
import flax.linen as nn

class Twice(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Dense(2, name="layer")(x)
        return nn.Dense(2, name="layer")(x)

print(Twice().init(jax.random.key(0), jnp.ones((1, 2))))
