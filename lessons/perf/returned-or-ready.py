# %% run
product = jax.jit(lambda a: a @ a @ a)


def asked(a):
    product(a)


def ready(a):
    product(a).block_until_ready()


A = jnp.ones((500, 500))
compare(asked=asked, ready=ready, args=(A,))
