import jax, jax.numpy as jnp

@jax.jit
def estimate(key):
    xy = jax.random.uniform(key, (2000, 2))
    return 4 * jnp.mean(jnp.sum(xy**2, axis=1) < 1)

keys = jax.random.split(jax.random.key(0), 8)
print(jnp.mean(jax.vmap(estimate)(keys)))
key = jax.random.PRNGKey(1)
total = 0.0
for i in range(4):
    key, sub = jax.random.split(key)
    total += estimate(sub)
print(total / 4)
