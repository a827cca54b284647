import jax

keys = jax.random.split(jax.random.key(0), 3)
print(jax.random.normal(keys, (2,)))
