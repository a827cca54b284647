import jax, jax.numpy as jnp

def loss(params, x, key):
    noise = 0.1 * jax.random.normal(key, x.shape)
    return jnp.mean((params * (x + noise)) ** 2)

params, x = jnp.ones(3), jnp.arange(6.0).reshape(2, 3)
key = jax.random.key(0)
value = loss(params, x, key)
grads = jax.grad(loss)(params, x, key)
print(value, grads)
