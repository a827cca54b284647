import jax

key = jax.random.key(0)
print(jax.random.normal(key + 1, (2,)))
