import jax
import numpy as np

@jax.jit
def jitter(x):
    return x + np.random.normal()

print(jitter(1.0), jitter(1.0), jitter(1.0))
