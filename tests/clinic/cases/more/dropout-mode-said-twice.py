import jax, jax.numpy as jnp
import flax.linen as nn
drop = nn.Dropout(0.3, deterministic=True)
x = jnp.ones(5)
print(drop.apply({}, x, deterministic=False, rngs={"dropout": jax.random.key(1)}))
