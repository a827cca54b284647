import jax.numpy as jnp, optax

logits = jnp.ones((4, 4))
labels = jnp.array([0, 1, 2, 3])
print(optax.softmax_cross_entropy(logits, labels))
