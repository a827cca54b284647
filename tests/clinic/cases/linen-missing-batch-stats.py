import jax, jax.numpy as jnp
import flax.linen as nn

bn = nn.BatchNorm(use_running_average=True)
x = jnp.ones((4, 2))
v = bn.init(jax.random.key(0), x)
print(bn.apply({"params": v["params"]}, x))
