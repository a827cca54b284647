import jax

key = jax.random.key(0)

@jax.jit
def noise():
    global key
    key, sub = jax.random.split(key)
    return jax.random.normal(sub)

noise()
print(jax.random.uniform(key))
