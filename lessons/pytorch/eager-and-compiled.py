# %% compare: left
def f(v):
    return torch.sin(v) + 1


f(x)                 # at once
torch.compile(f)(x)  # compiled

# %% compare: right
def f(v):
    return jnp.sin(v) + 1


x = jnp.zeros(2)
print(f(x))           # at once
print(jax.jit(f)(x))  # compiled
