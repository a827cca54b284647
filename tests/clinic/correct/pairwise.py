import jax.numpy as jnp

x = jnp.array([0.0, 1.0, 3.0])
gaps = x[:, None] - x[None, :]
print(gaps)
col = x.reshape(-1, 1)
kernel = jnp.exp(-((col - x) ** 2))
print(kernel.sum(1))
print(jnp.mean(jnp.abs(x[:, None] - x)))
z = jnp.ones((4, 3)) - jnp.ones((4, 3)).mean(axis=1, keepdims=True)
print(z.mean())
