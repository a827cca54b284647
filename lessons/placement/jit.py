# %% run
@jax.jit
def f(x):
    print("hi")
    return x + 1


f(1.0)
f(2.0)
f(3.0)
