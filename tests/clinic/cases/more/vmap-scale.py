import jax, jax.numpy as jnp, numpy as np

def f(w, x): return w @ x
w, x = jnp.ones((2, 3)), jnp.ones((4, 3))
print(jax.vmap(f)(w, x))
