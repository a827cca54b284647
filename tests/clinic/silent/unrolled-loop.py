# %% jitted
import jax, jax.numpy as jnp

@jax.jit
def decay(x):
    for i in range(100):  # NOTICE
        x = 0.9 * x + i
    return x

print(decay(jnp.ones(2)))
# %% static-length
import jax, jax.numpy as jnp
from functools import partial

@partial(jax.jit, static_argnames="steps")
def simulate(x, v, steps):
    for _ in range(steps):  # NOTICE
        v = v - 0.01 * x
        x = x + 0.01 * v
    return x, v

print(simulate(1.0, 0.0, steps=200))
# %% while
import jax

@jax.jit
def newton(x):
    n = 0
    while n < 80:  # NOTICE
        x = 0.5 * (x + 2.0 / x)
        n += 1
    return x

print(newton(1.0))
# %% over-an-array
import jax, jax.numpy as jnp

@jax.jit
def total(xs):
    acc = 0.0
    for x in xs:  # NOTICE
        acc = acc + x**2
    return acc

print(total(jnp.arange(120.0)))
# %% comprehension
import jax, jax.numpy as jnp

@jax.jit
def taylor(x):
    return sum(x**k / (k + 1.0) for k in range(90))  # NOTICE

print(taylor(0.5))
# %% helper-in-grad-in-jit
import jax, jax.numpy as jnp

def roll(x):
    for _ in range(64):  # NOTICE
        x = jnp.sin(x) + x
    return x

print(jax.jit(jax.grad(roll))(0.1))
# %% method
import jax, jax.numpy as jnp
from functools import partial

class Pendulum:
    dt = 0.01

    @partial(jax.jit, static_argnums=0)
    def run(self, q):
        for _ in range(150):  # NOTICE
            q = q - self.dt * jnp.sin(q)
        return q

print(Pendulum().run(1.0))
