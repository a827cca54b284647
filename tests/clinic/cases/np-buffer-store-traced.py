import jax, jax.numpy as jnp
import numpy as np

@jax.jit
def powers(x):
    out = np.zeros(3)
    for k in range(3):
        out[k] = x ** k
    return jnp.asarray(out)

print(powers(2.0))
