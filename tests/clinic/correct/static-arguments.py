import jax, jax.numpy as jnp
from functools import partial

@partial(jax.jit, static_argnames=("n", "mode"))
def smooth(x, n, mode="mean"):
    parts = jnp.stack([jnp.roll(x, i) for i in range(n)])
    return parts.mean(0) if mode == "mean" else parts.max(0)

x = jnp.arange(6.0)
for _ in range(5):
    x = smooth(x, 3)
print(x, smooth(x, 2, mode="max"))
class Model:
    def __init__(self, scale):
        self.scale = scale
    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        return self.scale * x
models = [Model(s) for s in (1.0, 2.0, 3.0)]
print([m(2.0) for m in models])
