import jax, jax.numpy as jnp
def body(i, x):
    return x.at[:i].add(1.0)
jax.lax.fori_loop(0, 3, body, jnp.zeros(4))
