import jax, jax.numpy as jnp

def f(x):
    return x * 2

y = jax.jit(f(jnp.ones(2)))
print(y(3.0))
