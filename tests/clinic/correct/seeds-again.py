import jax, jax.numpy as jnp

def make(seed):
    key = jax.random.key(seed)
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4,)), jax.random.uniform(k2, (4,))

for rate in (0.1, 0.3, 1.0):
    w, x = make(0)
    for _ in range(10):
        w = w - rate * jax.grad(lambda w: jnp.mean((w - x) ** 2))(w)
    print(rate, w)
