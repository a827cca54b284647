# %% run
x = jnp.linspace(0.0, 1.0, 1_000_000)
compare(eager=jnp.exp, jitted=jax.jit(jnp.exp), args=(x,))
