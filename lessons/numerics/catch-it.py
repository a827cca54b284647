# %% run
@jax.jit
def score(x):
    y = x - 3
    z = jnp.log(y)
    return z + 1


with jax.debug_nans(True):
    print(score(2.0))
