# %% run
scale = 2.0


@jax.jit
def f(x):
    return x * scale


f(1.0)
scale = 10.0
print(f(1.0))
