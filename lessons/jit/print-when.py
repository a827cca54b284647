# %% run
@jax.jit
def f(x):
    print("tracing")
    return x * 2


print(f(1.0))
print(f(5.0))
print(f(jnp.ones(3)))
print(f(jnp.zeros(3)))
