import jax, jax.numpy as jnp
import numpy as np

def energy(q):
    q = np.asarray(q)
    return jnp.sum(q ** 2)

print(jax.grad(energy)(jnp.ones(2)))
