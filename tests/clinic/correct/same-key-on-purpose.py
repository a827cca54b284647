import jax, jax.numpy as jnp

key = jax.random.key(0)
a = jax.random.normal(key, (3,))
b = jax.random.normal(key, (3,))
assert jnp.array_equal(a, b), "a key always gives the same numbers"

def slow(key, n):
    return jnp.stack([jax.random.normal(k) for k in jax.random.split(key, n)])

def fast(key, n):
    return jax.vmap(jax.random.normal)(jax.random.split(key, n))

other = jax.random.key(1)
print(jnp.allclose(slow(other, 4), fast(other, 4)))
