# %% run
x = jnp.arange(200.0)
total = jax.jit(jnp.sum)


def loop(x):
    return sum(float(v) for v in x)


compare(**{"loop": loop, "at once": total}, args=(x,))
