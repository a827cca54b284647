import jax, jax.numpy as jnp, numpy as np, optax

rng = np.random.default_rng(0)
x = rng.normal(size=(128, 2))
y = (x[:, 0] * x[:, 1] > 0).astype(np.int32)

def init(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        {"w": jax.random.normal(k, (n, m)) * jnp.sqrt(2 / n), "b": jnp.zeros(m)}
        for k, n, m in zip(keys, sizes[:-1], sizes[1:])
    ]

def apply(params, x):
    for layer in params[:-1]:
        x = jax.nn.relu(x @ layer["w"] + layer["b"])
    return x @ params[-1]["w"] + params[-1]["b"]

def loss(params, x, y):
    logits = apply(params, x)
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

params = init(jax.random.key(1), [2, 16, 2])
tx = optax.adam(1e-2)
state = tx.init(params)

@jax.jit
def step(params, state, x, y):
    value, grads = jax.value_and_grad(loss)(params, x, y)
    updates, state = tx.update(grads, state, params)
    return optax.apply_updates(params, updates), state, value

for epoch in range(30):
    params, state, value = step(params, state, x, y)
    if epoch % 10 == 0:
        print(epoch, value)
accuracy = (apply(params, x).argmax(1) == y).mean()
print("accuracy", accuracy)
