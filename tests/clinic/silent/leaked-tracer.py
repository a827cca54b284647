# %% attribute
import jax

class Keeper:
    pass

keeper = Keeper()

@jax.jit
def f(x):
    keeper.last = x + 1  # NOTICE
    return x * 2

f(1.0)
print(keeper.last)
# %% global
import jax, jax.numpy as jnp

hidden = None

@jax.jit
def layer(x):
    global hidden
    hidden = jnp.tanh(x)  # NOTICE
    return hidden.sum()

print(layer(jnp.ones(3)))
# %% dict
import jax

cache = {}

@jax.jit
def f(x):
    cache["x"] = x  # NOTICE
    return x

f(2.0)
print(list(cache))
# %% self-with-static
import jax
from functools import partial

class Net:
    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        self.out = x * 3  # NOTICE
        return x

net = Net()
net(1.0)
print(net.out)
# %% scan-body
import jax, jax.numpy as jnp

seen = {}

def body(c, x):
    seen["last"] = x  # NOTICE
    return c + x, None

print(jax.lax.scan(body, 0.0, jnp.arange(3.0))[0])
