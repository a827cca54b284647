# %% run
def three_times(x):
    double = lambda i, c: 2 * c
    return jax.lax.fori_loop(0, 3, double, x)


def until_ten(x):
    small = lambda c: c < 10
    double = lambda c: 2 * c
    return jax.lax.while_loop(small, double, x)


print(three_times(1.0), until_ten(1.0))
print(jax.grad(three_times)(1.0))
print(jax.grad(until_ten)(1.0))

# %% run: forward
def until_ten(x):
    small = lambda c: c < 10
    double = lambda c: 2 * c
    return jax.lax.while_loop(small, double, x)


print(jax.jacfwd(until_ten)(1.0))
