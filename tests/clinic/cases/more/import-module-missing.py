import jax, jax.numpy as jnp, numpy as np

import jax.experimental.maps
