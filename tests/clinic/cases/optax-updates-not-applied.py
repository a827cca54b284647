import jax.numpy as jnp, optax

params = jnp.ones(2)
tx = optax.sgd(0.5)
state = tx.init(params)
for _ in range(3):
    updates, state = tx.update(2 * params, state, params)
    optax.apply_updates(params, updates)
print(params)
