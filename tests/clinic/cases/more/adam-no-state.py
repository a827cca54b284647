import jax, jax.numpy as jnp, optax
tx = optax.adam(1e-3); w = jnp.ones(2)
u, st = tx.update(w)
