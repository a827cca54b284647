import jax.numpy as jnp, optax

params = {"w": jnp.ones(2), "b": jnp.ones(1)}
tx = optax.adam(1e-2)
state = tx.init(params)
updates, state = tx.update({"w": jnp.ones(2)}, state, params)
print(optax.apply_updates(params, updates))
