import jax, jax.numpy as jnp

key = jax.random.key(0)
x_key, w_key, noise_key = jax.random.split(key, 3)
x = jax.random.normal(x_key, (64, 3))
true_w = jax.random.normal(w_key, (3,))
y = x @ true_w + 0.01 * jax.random.normal(noise_key, (64,))

def loss(w):
    return jnp.mean((x @ w - y) ** 2)

step = jax.jit(lambda w: w - 0.1 * jax.grad(loss)(w))
w = jnp.zeros(3)
for i in range(200):
    w = step(w)
print(float(loss(w)), jnp.abs(w - true_w).max())
