import jax, jax.numpy as jnp, optax
from flax import nnx

class Net(nnx.Module):
    def __init__(self, rngs):
        self.a = nnx.Linear(4, 16, rngs=rngs)
        self.bn = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.2, rngs=rngs)
        self.b = nnx.Linear(16, 3, rngs=rngs)

    def __call__(self, x):
        return self.b(self.drop(nnx.relu(self.bn(self.a(x)))))

model = Net(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)
metrics = nnx.MultiMetric(loss=nnx.metrics.Average("loss"))

def loss_fn(model, x, y):
    logits = model(x)
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean(), logits

@nnx.jit
def train_step(model, optimizer, metrics, x, y):
    (loss, _), grads = nnx.value_and_grad(loss_fn, has_aux=True)(model, x, y)
    metrics.update(loss=loss)
    optimizer.update(model, grads)

@nnx.jit
def eval_step(model, x, y):
    return (model(x).argmax(-1) == y).mean()

x = jax.random.normal(jax.random.key(1), (32, 4))
y = (x.sum(1) > 0).astype(jnp.int32)
for epoch in range(5):
    model.train()
    train_step(model, optimizer, metrics, x, y)
    model.eval()
    print(epoch, metrics.compute()["loss"], eval_step(model, x, y))
    metrics.reset()
