import jax.numpy as jnp, optax
from flax import nnx

model = nnx.Linear(2, 2, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
grads = nnx.grad(lambda m: jnp.sum(m(jnp.ones((1, 2)))))(model)
opt.update(grads)
print(model.bias)
