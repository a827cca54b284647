# %% run
with jax.debug_key_reuse(True):
    key = jax.random.key(7)
    a = jax.random.normal(key, (3,))
    b = jax.random.uniform(key, (3,))
    print("fine so far")
