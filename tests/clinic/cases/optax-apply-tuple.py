import jax.numpy as jnp, optax

params = {"w": jnp.ones(3)}
tx = optax.sgd(0.1)
state = tx.init(params)
updates = tx.update({"w": jnp.ones(3)}, state)
print(optax.apply_updates(params, updates))
