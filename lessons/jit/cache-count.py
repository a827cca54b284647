# %% run
count = 0


@jax.jit
def g(x):
    global count
    count += 1
    return x + 1


one = jnp.float32(1)
three, four = jnp.ones(3), jnp.ones(4)
for a in (1, 2, 1.0, one, three, 2 * three, four):
    g(a)
    print(count, end=" ")
