import jax, jax.numpy as jnp, numpy as np

W = np.ones((10, 4), dtype=np.float32)

@jax.jit
def embed(tokens):
    return W[tokens].sum(0)

embed(jnp.array([1, 2]))
