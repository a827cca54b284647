# %% run
def f(x):
    return x**2


print(jax.grad(jax.grad(f))(3.0))
