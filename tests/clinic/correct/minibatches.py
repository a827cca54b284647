import jax, jax.numpy as jnp

def batches(key, x, size):
    order = jax.random.permutation(key, x.shape[0])
    for start in range(0, x.shape[0] - size + 1, size):
        yield x[order[start : start + size]]

@jax.jit
def step(mean, batch):
    return mean + 0.1 * (batch.mean(0) - mean)

data_key, key = jax.random.split(jax.random.key(0))
data = 3.0 + jax.random.normal(data_key, (100, 2))
mean = jnp.zeros(2)
for epoch in range(5):
    key, sub = jax.random.split(key)
    for batch in batches(sub, data, 16):
        mean = step(mean, batch)
print(mean)
