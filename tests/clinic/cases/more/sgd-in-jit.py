import jax, jax.numpy as jnp, numpy as np

@jax.jit
def step(params, grads):
    return params - 0.1 * grads

step({"w": jnp.ones(2)}, {"w": jnp.ones(2)})
