import jax
print(jax.random.normal(shape=(2,)))
