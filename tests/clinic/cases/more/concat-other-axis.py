import jax, jax.numpy as jnp, numpy as np

print(jnp.concatenate([jnp.ones((2, 3)), jnp.ones((2, 4))]))
