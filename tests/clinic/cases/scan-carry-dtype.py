import jax, jax.numpy as jnp

def step(total, x):
    return total + x, total

start = jnp.zeros((), dtype=jnp.int32)
print(jax.lax.scan(step, start, jnp.array([0.5, 1.5])))
