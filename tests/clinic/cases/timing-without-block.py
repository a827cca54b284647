import time, jax, jax.numpy as jnp

f = jax.jit(lambda a: a @ a @ a @ a)
a = jnp.ones((1500, 1500))
f(a).block_until_ready()
t = time.perf_counter(); r = f(a); naive = time.perf_counter() - t
r.block_until_ready()
t = time.perf_counter(); f(a).block_until_ready(); real = time.perf_counter() - t
print("naive faster than real:", naive < real / 3)
