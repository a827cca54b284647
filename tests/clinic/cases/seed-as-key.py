import jax

print(jax.random.normal(42, (3,)))
