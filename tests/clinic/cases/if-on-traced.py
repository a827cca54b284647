import jax, jax.numpy as jnp

@jax.jit
def discount(total):
    if total > 100.0:
        return total * 0.9
    return total

print(discount(jnp.float32(120.0)))
