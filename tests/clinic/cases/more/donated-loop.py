import jax, jax.numpy as jnp, numpy as np

step = jax.jit(lambda w: w * 0.9, donate_argnums=0)
w = jnp.ones(4)
for _ in range(2):
    new = step(w)
print(w)
