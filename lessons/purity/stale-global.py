# %% run
scale = 1.0
f = jax.jit(lambda x: x * scale)
print(f(2.0))
scale = 5.0
print(f(2.0), f(jnp.ones(1)))
