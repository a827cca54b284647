# %% dropout-counter
import jax, jax.numpy as jnp
from flax import nnx

drop = nnx.Dropout(0.5, rngs=nnx.Rngs(0))

@jax.jit  # NOTICE
def apply(layer, x):
    return layer(x)

print(apply(drop, jnp.ones(4)), apply(drop, jnp.ones(4)))
# %% own-variable
import jax, jax.numpy as jnp
from flax import nnx

class Counter(nnx.Module):
    def __init__(self):
        self.count = nnx.Variable(jnp.zeros((), int))

    def __call__(self, x):
        self.count[...] += 1
        return x * 2

counter = Counter()

@jax.jit  # NOTICE
def run(counter, x):
    return counter(x)

run(counter, 1.0)
print(counter.count[...])
# %% by-call
import jax, jax.numpy as jnp
from flax import nnx

norm = nnx.BatchNorm(3, rngs=nnx.Rngs(0))

def forward(m, x):
    return m(x).sum()

fast = jax.jit(forward)  # NOTICE
fast(norm, jnp.ones((5, 3)))
print(norm.mean[...])
# %% partial
import jax, jax.numpy as jnp
from functools import partial
from flax import nnx

bn = nnx.BatchNorm(2, rngs=nnx.Rngs(0))

@partial(jax.jit, static_argnames="twice")  # NOTICE
def run(m, x, twice=False):
    return m(m(x)) if twice else m(x)

run(bn, jnp.ones((3, 2)))
print(bn.var[...])
# %% update-inside
import jax, jax.numpy as jnp
from flax import nnx

layer = nnx.Linear(2, 1, rngs=nnx.Rngs(0))

@jax.jit  # NOTICE
def sgd(model, x):
    model.kernel[...] = model.kernel[...] * 0.5
    return model(x).sum()

sgd(layer, jnp.ones((1, 2)))
print(layer.kernel[...])
