import jax, jax.numpy as jnp

pixels = jnp.array([200, 10], dtype=jnp.uint8)
brighter = jnp.clip(pixels.astype(jnp.int32) + 100, 0, 255).astype(jnp.uint8)
print(brighter, jnp.arange(100).sum(), jnp.arange(1, 11).prod())

def hashed(x):
    x = jnp.uint32(x)
    x = (x ^ (x >> 16)) * jnp.uint32(0x45D9F3B)
    return (x ^ (x >> 16)) * jnp.uint32(0x45D9F3B)

print(hashed(12345) % 7)
