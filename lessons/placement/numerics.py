# %% run
def f(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


print(jax.grad(f)(0.0))
