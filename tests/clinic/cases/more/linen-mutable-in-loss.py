import jax, jax.numpy as jnp
from flax import linen as nn
class N(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(1)(nn.BatchNorm(use_running_average=False)(x))
n = N(); x = jnp.ones((4, 3)); v = n.init(jax.random.key(0), x)
def loss(p):
    out = n.apply({"params": p, "batch_stats": v["batch_stats"]}, x, mutable=["batch_stats"])
    return jnp.mean((out - 1.0) ** 2)
jax.grad(loss)(v["params"])
