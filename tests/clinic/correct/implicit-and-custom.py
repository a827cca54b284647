import jax, jax.numpy as jnp

@jax.custom_vjp
def clip_gradient(x):
    return x

def fwd(x):
    return x, None

def bwd(_, g):
    return (jnp.clip(g, -1.0, 1.0),)

clip_gradient.defvjp(fwd, bwd)
print(jax.grad(lambda x: 10 * clip_gradient(x))(1.0))
hessian = jax.jit(jax.hessian(lambda v: jnp.sum(v**3)))
print(hessian(jnp.arange(3.0)))
jac = jax.jacfwd(lambda x: jnp.stack([x, x**2]))(2.0)
print(jac, jax.vjp(jnp.sin, 0.0)[1](1.0))
