import jax, jax.numpy as jnp, numpy as np

class P: pass
p = P()
p.w = jnp.ones(3)
p.w[2] = 4.0
