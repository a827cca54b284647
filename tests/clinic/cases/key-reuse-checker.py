import jax

jax.config.update("jax_debug_key_reuse", True)
key = jax.random.key(7)
noise = jax.random.normal(key, (2,))
mask = jax.random.bernoulli(key, 0.5, (2,))
print(noise, mask)
