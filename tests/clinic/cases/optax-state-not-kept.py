import jax.numpy as jnp, optax

params = jnp.ones(2)
tx = optax.adam(0.1)
state = tx.init(params)
for _ in range(3):
    updates, _ = tx.update(jnp.ones(2), state)
    params = optax.apply_updates(params, updates)
print(params, state[0].count)
