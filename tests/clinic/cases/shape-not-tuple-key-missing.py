import jax

print(jax.random.normal((3, 2)))
