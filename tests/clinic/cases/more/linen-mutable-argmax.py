import jax, jax.numpy as jnp
from flax import linen as nn
bn = nn.BatchNorm(use_running_average=False); x = jnp.ones((4, 3)); v = bn.init(jax.random.key(0), x)
logits = bn.apply(v, x, mutable=["batch_stats"])
print(jnp.argmax(logits, axis=-1))
