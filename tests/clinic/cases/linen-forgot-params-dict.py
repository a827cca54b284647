import jax, jax.numpy as jnp
import flax.linen as nn

m = nn.Dense(2)
x = jnp.ones((1, 3))
params = m.init(jax.random.key(0), x)["params"]
print(m.apply(params, x))
