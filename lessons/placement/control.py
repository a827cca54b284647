# %% run
def body(total, x):
    return total + x, total


last, seen = jax.lax.scan(body, 0, jnp.arange(4))
print(last, seen)
