import jax.numpy as jnp, optax

params = {"w": jnp.ones(3)}
grads = {"w": jnp.full(3, 0.2)}
tx = optax.adam(1e-2)
state = tx.init(params)
updates, state = tx.update(state, grads, params)
print(updates)
