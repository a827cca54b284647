import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x): return jnp.where(x > 0, x, 0.0)
print(jax.grad(f)(2.0), jax.vmap(f)(jnp.arange(3.0)))
