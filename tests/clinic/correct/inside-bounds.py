import jax, jax.numpy as jnp

x = jnp.arange(10.0)
print(x[9], x[-10], x[2:100], x[jnp.array([0, 9, -1])])
i = jnp.arange(10)
right = jnp.where(i < 9, x[i + 1], x[0])
print(right)
print(x.at[jnp.array([2, 20])].set(0.0, mode="drop"))
print(x.at[12].get(mode="fill", fill_value=-1.0))
print(jax.lax.dynamic_slice(x, (6,), (4,)))

@jax.jit
def neighbour(x, i):
    return x[jnp.clip(i + 1, 0, x.shape[0] - 1)]

print(neighbour(x, 9))

def body(i, total):
    return total + x[i] * i

print(jax.lax.fori_loop(0, 10, body, 0.0))
