import jax

key = jax.random.split(jax.random.key(0))
print(jax.random.uniform(key))
