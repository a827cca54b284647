import jax.numpy as jnp, optax

params = {"w": jnp.ones(3)}
tx = optax.adamw(1e-3)
state = tx.init(params)
updates, state = tx.update({"w": jnp.ones(3)}, state)
print(updates)
