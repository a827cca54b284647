import jax, jax.numpy as jnp, numpy as np

import torchh
