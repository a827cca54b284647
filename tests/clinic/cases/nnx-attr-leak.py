import jax.numpy as jnp
from flax import nnx

@nnx.jit
def forward(m, x):
    m.cache = x * 2
    return m(x)

model = nnx.Linear(2, 2, rngs=nnx.Rngs(0))
forward(model, jnp.ones((1, 2)))
print(model.cache)
