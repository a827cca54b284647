# %% run
def f(x):
    return x**2


df = jax.grad(f)
print(df(3))
