# %% time-time
import time
import jax, jax.numpy as jnp

@jax.jit
def work(x):
    return x @ x

x = jnp.ones((400, 400))
work(x)
start = time.time()
y = work(x)  # NOTICE
end = time.time()
print("took", end - start)
# %% in-a-function
import time
import jax, jax.numpy as jnp

def measure(f, *args):
    t0 = time.perf_counter()
    f(*args)  # NOTICE
    return time.perf_counter() - t0

f = jax.jit(lambda a: jnp.sort(a))
print(measure(f, jnp.arange(1000.0)))
# %% loop
import time
import jax, jax.numpy as jnp

g = jax.jit(lambda a: jnp.tanh(a) @ a)
a = jnp.eye(200)
g(a)
begin = time.perf_counter()
for _ in range(10):
    a = g(a)  # NOTICE
print((time.perf_counter() - begin) / 10)
# %% timeit
import timeit
import jax, jax.numpy as jnp

x = jnp.ones((100, 100))
f = jax.jit(lambda x: x @ x)
print(timeit.timeit(lambda: f(x), number=5))  # NOTICE
# %% eager
from time import perf_counter
import jax.numpy as jnp

m = jnp.ones((300, 300))
t = perf_counter()
r = m @ m
s = jnp.linalg.inv(m + jnp.eye(300))  # NOTICE
dt = perf_counter() - t
print(f"{dt:.4f} s")
# %% monotonic
import time
import jax, jax.numpy as jnp

step = jax.jit(lambda p: p - 0.1 * p)
p = jnp.ones(1000)
step(p)
tick = time.monotonic()
p = step(p)  # NOTICE
tock = time.monotonic()
print("step:", (tock - tick) * 1000, "ms")
# %% an-operator
import jax.numpy as jnp, time

a = jnp.ones((200, 200))
n = 0
start = time.perf_counter()
b = a @ a  # NOTICE
n = n + 1
end = time.perf_counter()
print("took", end - start, n)
