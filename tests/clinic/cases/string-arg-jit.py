import jax, jax.numpy as jnp

@jax.jit
def act(x, name):
    return jnp.tanh(x) if name == "tanh" else x

print(act(jnp.ones(2), "tanh"))
