import jax, jax.numpy as jnp
@jax.jit
def f(xs): return xs
f({1.0, 2.0})
