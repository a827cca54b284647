# %% run
def f(x):
    print(x)
    return jnp.sin(x) * 2.0


print(jax.make_jaxpr(f)(1.0))
print(jax.make_jaxpr(jax.grad(f))(1.0))
