# %% run
@jax.jit
def half(x):
    print("tracing")
    jax.debug.print("x is {v}", v=x)
    return x / 2


print(half(8.0))
print(half(6.0))
