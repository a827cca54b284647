# %% run
jax.config.update("jax_enable_compilation_cache", False)
N = 80


def layer(x):
    return jnp.tanh(1.5 * x[::-1]) + 0.1


def unrolled(x):
    for _ in range(N):
        x = layer(x)
    return x.sum()


def scanned(x):
    body = lambda c, _: (layer(c), None)
    x, _ = jax.lax.scan(body, x, length=N)
    return x.sum()


def python_loop(x):
    return jax.jit(jax.grad(lambda v: unrolled(v)))(x)


def scan(x):
    return jax.jit(jax.grad(lambda v: scanned(v)))(x)


x = jnp.ones(16)
compare(python_loop=python_loop, scan=scan, args=(x,))
