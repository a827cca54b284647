import jax, jax.numpy as jnp, numpy as np

print(jnp.einsum("ij,jk->ik", jnp.ones((2, 3)), jnp.ones((4, 2))))
