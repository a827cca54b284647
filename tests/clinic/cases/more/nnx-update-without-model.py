import jax.numpy as jnp
import optax
from flax import nnx

net = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(net, optax.sgd(0.1), wrt=nnx.Param)
grads = nnx.grad(lambda n: n(jnp.ones((1, 2))).sum())(net)
opt.update(grads=grads)
