import jax, jax.numpy as jnp
import flax.linen as nn

m = nn.Dense(2)
v = m.init(jax.random.key(0), jnp.ones((1, 3)))
print(m.apply(v, jnp.ones((1, 5))))
