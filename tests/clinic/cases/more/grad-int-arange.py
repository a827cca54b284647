import jax, jax.numpy as jnp, numpy as np

def f(w, x):
    return (w * x).sum()
x = jnp.arange(3)
print(jax.grad(f, argnums=1)(jnp.ones(3), x))
