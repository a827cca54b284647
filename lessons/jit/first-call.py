# %% run
def work(x):
    for k in range(30):
        x = jnp.sin(x) * 0.9 + 0.01 * k
    return x


warm = jax.jit(work)


def fresh(x):
    return jax.jit(lambda v: work(v))(x)


x = jnp.ones(100)
compare(fresh=fresh, warm=warm, args=(x,))
