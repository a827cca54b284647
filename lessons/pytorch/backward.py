# %% run
def loss(w):
    return w**2


g = jax.grad(loss)
first = g(3.0)
second = g(3.0)
print(first, second)
