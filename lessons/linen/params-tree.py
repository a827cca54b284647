# %% run
import flax.linen as nn

layer = nn.Dense(4)
v = layer.init(jax.random.key(0), jnp.ones((1, 3)))
print(jax.tree.map(jnp.shape, v))
print(layer.apply(v, jnp.ones((7, 3))).shape)
