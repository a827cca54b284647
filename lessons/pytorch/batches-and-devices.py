# %% compare: left
torch.vmap(f)(X)       # batches

x = x.to("cuda")       # device

DistributedDataParallel(model)
fully_shard(model)     # devices

x[0] = 1               # in place

torch.manual_seed(0)   # random
torch.randn(2)

# %% compare: right
X = jnp.ones((2, 3))
print(jax.vmap(lambda r: r.sum())(X))

device = jax.devices()[0]
x = jax.device_put(jnp.zeros(2), device)
print(x.device == device)

mesh = jax.make_mesh((1,), ("data",))
print(mesh.shape["data"])

print(x.at[0].set(1))

key = jax.random.key(0)
print(jax.random.normal(key, (2,)).shape)
