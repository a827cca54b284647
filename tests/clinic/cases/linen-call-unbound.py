import jax.numpy as jnp
import flax.linen as nn

m = nn.Dense(2)
print(m(jnp.ones((1, 3))))
