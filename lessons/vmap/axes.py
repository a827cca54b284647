# %% run
def dot(a, b):
    return jnp.sum(a * b)


A = jnp.ones((5, 3))
B = jnp.ones((2, 3))
v = jnp.ones(3)

print(jax.vmap(dot, in_axes=(0, None))(A, v).shape)
print(jax.vmap(dot, in_axes=(1, 1))(A, A).shape)

with_all = jax.vmap(dot, in_axes=(None, 0))
print(jax.vmap(with_all, in_axes=(0, None))(A, B).shape)
