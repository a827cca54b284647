import jax

key = jax.random.key(7)
a = jax.random.normal(key, (2,))
b = jax.random.normal(key, (2,))
print(a, b)
