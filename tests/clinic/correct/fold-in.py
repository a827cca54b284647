import jax, jax.numpy as jnp

key = jax.random.key(7)

@jax.jit
def step(x, key, i):
    noise = jax.random.normal(jax.random.fold_in(key, i), x.shape)
    return x + 0.1 * noise

x = jnp.zeros(3)
for i in range(10):
    x = step(x, key, i)
print(x)
