import time
import jax, jax.numpy as jnp

t0 = time.time()
w = jnp.ones(10)
grad = jax.jit(jax.grad(lambda w: jnp.sum((w - 2) ** 2)))
for i in range(100):
    w = w - 0.05 * grad(w)
    if i % 25 == 0:
        print(i, float(jnp.abs(w - 2).max()))
print("done", float(w[0]), time.time() - t0 < 100)
