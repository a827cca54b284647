import jax, jax.numpy as jnp, numpy as np

from jax.experimental import optimizers
