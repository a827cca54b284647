# %% two-predictions
import jax.numpy as jnp
from flax import nnx

class Net(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(2, 8, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(8, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(self.drop(nnx.relu(self.hidden(x))))

net = Net(nnx.Rngs(0))
x = jnp.ones((3, 2))
first = net(x)
second = net(x)  # NOTICE
print(first, second)
# %% accuracy-function
import jax, jax.numpy as jnp
from flax import nnx

net = nnx.Sequential(nnx.Linear(2, 4, rngs=nnx.Rngs(0)), nnx.Dropout(0.3, rngs=nnx.Rngs(1)))

@nnx.jit
def accuracy(model, x, y):
    return (model(x).argmax(-1) == y).mean()  # NOTICE

print(accuracy(net, jnp.ones((4, 2)), jnp.zeros(4, int)))
# %% after-training
import jax.numpy as jnp, optax
from flax import nnx

net = nnx.Sequential(nnx.Linear(2, 4, rngs=nnx.Rngs(0)), nnx.BatchNorm(4, rngs=nnx.Rngs(0)))
optimizer = nnx.Optimizer(net, optax.sgd(0.1), wrt=nnx.Param)
x = jnp.arange(8.0).reshape(4, 2)
for _ in range(3):
    grads = nnx.grad(lambda m: (m(x) ** 2).mean())(net)
    optimizer.update(net, grads)
print(net(x))  # NOTICE
# %% evaluate
import jax.numpy as jnp
from flax import nnx

net = nnx.Sequential(nnx.Linear(2, 4, rngs=nnx.Rngs(0)), nnx.Dropout(0.3, rngs=nnx.Rngs(1)))

def evaluate(x):
    return net(x).mean()  # NOTICE

print(evaluate(jnp.ones((4, 2))))
# %% same-input-in-a-loop
import jax.numpy as jnp
from flax import nnx

net = nnx.Sequential(nnx.Dropout(0.5, rngs=nnx.Rngs(1)))
x = jnp.ones(6)
for _ in range(2):
    print(net(x))  # NOTICE
