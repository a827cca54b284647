import jax, jax.numpy as jnp

@jax.jit
def normalise(v, center):
    if center:
        v = v - v.mean()
    return v / jnp.linalg.norm(v)

print(normalise(jnp.arange(4.0), True))
