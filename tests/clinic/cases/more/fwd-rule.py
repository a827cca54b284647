import jax, jax.numpy as jnp, numpy as np

@jax.custom_vjp
def f(x):
    return x * 2
def fwd(x):
    return x * 2
def bwd(res, g):
    return (g,)
f.defvjp(fwd, bwd)

print(jax.grad(f)(1.0))
