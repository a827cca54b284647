# %% wrong: wrong-value
# An upper limit that nobody asked for.
def tidy(x):
    return jnp.clip(x, 0, 10).at[:, -1].add(1)
