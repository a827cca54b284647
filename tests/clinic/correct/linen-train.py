import jax, jax.numpy as jnp, optax
from flax import linen as nn
from flax.training import train_state

class CNN(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.relu(nn.Conv(4, (3, 3))(x))
        x = nn.avg_pool(x, (2, 2), strides=(2, 2))
        x = x.reshape((x.shape[0], -1))
        x = nn.Dropout(0.5, deterministic=not train)(x)
        return nn.Dense(3)(x)

root = jax.random.key(0)
main_key, params_key, dropout_key = jax.random.split(root, 3)
model = CNN()
x = jax.random.normal(main_key, (8, 8, 8, 1))
y = jnp.arange(8) % 3
params = model.init(params_key, x, train=False)["params"]
state = train_state.TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-2))

@jax.jit
def train_step(state, x, y, dropout_key):
    key = jax.random.fold_in(dropout_key, state.step)
    def loss_fn(params):
        logits = state.apply_fn({"params": params}, x, train=True, rngs={"dropout": key})
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss

for _ in range(3):
    state, loss = train_step(state, x, y, dropout_key)
logits = state.apply_fn({"params": state.params}, x, train=False)
print(loss, logits.shape, (logits.argmax(-1) == y).mean())
