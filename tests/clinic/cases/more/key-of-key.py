import jax
jax.random.key(jax.random.key(0))
