# %% run
coefficients = [0.01 * k for k in range(60)]


def polynomial(x):
    y = jnp.zeros_like(x)
    for c in coefficients:
        y = y * x + c
    return y


x = jnp.linspace(0.0, 1.0, 1000)
fast = jax.jit(polynomial)
compare(eager=polynomial, jitted=fast, args=(x,))
