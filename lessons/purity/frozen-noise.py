# %% run
@jax.jit
def noisy(x):
    return x + np.random.rand()


print(bool(noisy(0.0) == noisy(0.0)))
