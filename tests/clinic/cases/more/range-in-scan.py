import jax
import jax.numpy as jnp


def body(total, k):
    for j in range(k + 1):
        total = total + j
    return total, None


print(jax.lax.scan(body, 0, jnp.arange(4)))
