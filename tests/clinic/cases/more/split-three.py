import jax
a, b, c = jax.random.split(jax.random.key(0))
