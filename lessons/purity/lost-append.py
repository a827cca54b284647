# %% run
visits = []


@jax.jit
def double(x):
    visits.append("here")
    return 2 * x


print(double(1.0), double(2.0), double(3.0))
print(len(visits))
