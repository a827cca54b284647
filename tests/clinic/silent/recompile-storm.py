# %% def-in-a-loop
import jax, jax.numpy as jnp

for i in range(4):
    @jax.jit  # NOTICE
    def f(x):
        return x + i
    f(jnp.ones(2))
# %% jit-in-a-helper
import jax, jax.numpy as jnp

def scaled(x, s):
    return jax.jit(lambda v: v * s)(x)  # NOTICE

x = jnp.ones(3)
for s in (1.0, 2.0, 3.0, 4.0):
    x = scaled(x, s)
print(x)
# %% static-step
import jax, jax.numpy as jnp
from functools import partial

@partial(jax.jit, static_argnums=1)
def step(x, i):
    return x * 0.9 + i

x = jnp.ones(2)
for i in range(6):
    x = step(x, i)  # NOTICE
print(x)
# %% growing-prefix
import jax, jax.numpy as jnp

mean = jax.jit(lambda v: v.mean())
data = jnp.arange(8.0)
for n in range(1, 8):
    print(mean(data[:n]))  # NOTICE
# %% partial-each-time
import jax, jax.numpy as jnp
from functools import partial

def add(x, y):
    return x + y

for k in range(5):
    jax.jit(partial(add, y=k))(jnp.ones(2))  # NOTICE
# %% comprehension
import jax, jax.numpy as jnp

values = [jax.jit(lambda x: x**2)(jnp.float32(i)) for i in range(5)]  # NOTICE
print(values)
# %% growing-list
import jax, jax.numpy as jnp

@jax.jit
def total(items):
    return sum(items)

items = []
for i in range(6):
    items.append(jnp.float32(i))
    print(total(items))  # NOTICE
# %% nnx
import jax.numpy as jnp
from flax import nnx

model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
for i in range(4):
    out = nnx.jit(lambda m, x: m(x) * i)(model, jnp.ones((1, 2)))  # NOTICE
print(out)
# %% grad-jitted-each-step
import jax, jax.numpy as jnp

w = jnp.ones(2)
for _ in range(5):
    g = jax.jit(jax.grad(lambda w: jnp.sum(w**2)))(w)  # NOTICE
    w = w - 0.1 * g
print(w)
