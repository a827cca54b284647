import jax, jax.numpy as jnp, optax
from flax import linen as nn

class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.BatchNorm(use_running_average=not train)(nn.Dense(8)(x))
        return nn.Dense(1)(x).squeeze(-1)

net = Net()
x = jax.random.normal(jax.random.key(0), (16, 3))
y = x[:, 0]
variables = net.init(jax.random.key(1), x, train=False)
params, stats = variables["params"], variables["batch_stats"]
tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-2))
opt_state = tx.init(params)

@jax.jit
def step(params, stats, opt_state):
    def loss_fn(params):
        out, updates = net.apply(
            {"params": params, "batch_stats": stats}, x, train=True, mutable=["batch_stats"])
        return jnp.mean((out - y) ** 2), updates["batch_stats"]
    (loss, stats_), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
    updates, opt_state_ = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), stats_, opt_state_, loss

for _ in range(5):
    params, stats, opt_state, loss = step(params, stats, opt_state)
print(loss)
