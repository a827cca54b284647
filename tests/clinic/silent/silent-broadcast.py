# %% loss-in-jit
import jax, jax.numpy as jnp

@jax.jit
def mse(w, x, y):
    pred = x @ w
    return jnp.mean((pred - y) ** 2)  # NOTICE

print(mse(jnp.ones((2, 1)), jnp.ones((5, 2)), jnp.ones(5)))
# %% through-a-name
import jax.numpy as jnp

def loss(pred, target):
    err = pred - target  # NOTICE
    return (err * err).mean()

print(loss(jnp.ones((4, 1)), jnp.arange(4.0)))
# %% accuracy
import jax.numpy as jnp

predicted = jnp.array([[0], [1], [1]])
labels = jnp.array([0, 1, 1])
print((predicted == labels).mean())  # NOTICE
# %% gradient
import jax, jax.numpy as jnp

def loss(params, x, y):
    out = x @ params["w"] + params["b"]
    return jnp.abs(out - y).sum()  # NOTICE

params = {"w": jnp.ones((3, 1)), "b": jnp.zeros(1)}
print(jax.grad(loss)(params, jnp.ones((6, 3)), jnp.zeros(6)))
# %% target-is-the-column
import jax.numpy as jnp

y = jnp.arange(4.0)[:, None]
pred = jnp.arange(4.0)
print(jnp.sqrt(jnp.mean(jnp.square(pred - y))))  # NOTICE
# %% one-hot-forgotten
import jax, jax.numpy as jnp, optax

def loss(logits, y):
    return optax.softmax_cross_entropy(logits, y).mean()  # NOTICE

print(jax.grad(loss)(jnp.zeros((3, 3)), jnp.array([0, 2, 1])))
# %% nnx-model
import jax, jax.numpy as jnp
from flax import nnx

model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
x, y = jnp.ones((8, 2)), jnp.ones(8)

def loss(model):
    return ((model(x) - y) ** 2).mean()  # NOTICE

print(nnx.value_and_grad(loss)(model)[0])
