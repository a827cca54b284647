# %% compare: left
x = torch.ones(3)
x.requires_grad_()

# %% compare: right
x = jnp.ones(3)
print(jax.grad(lambda x: (x**2).sum())(x))
