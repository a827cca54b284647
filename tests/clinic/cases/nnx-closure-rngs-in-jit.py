import jax
from flax import nnx

rngs = nnx.Rngs(0)

@nnx.jit
def sample():
    return jax.random.normal(rngs.params(), (2,))

print(sample())
