import jax, jax.numpy as jnp
import numpy as np
norms = []
def loss(w):
    norms.append(jnp.linalg.norm(w))
    return (w ** 2).sum()
jax.jit(loss)(jnp.ones(3))
print(np.array(norms).mean())
