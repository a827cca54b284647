import optax
from flax import nnx

model = nnx.Linear(2, 2, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(1e-3))
print(opt)
