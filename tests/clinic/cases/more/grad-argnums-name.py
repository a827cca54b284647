import jax, jax.numpy as jnp, numpy as np

def f(w, x):
    return w * x
print(jax.grad(f, argnums="w")(1.0, 2.0))
