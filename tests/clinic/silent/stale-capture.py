# %% global-in-loop
import jax

lr = 1.0

@jax.jit
def step(w):
    return w - lr * w  # NOTICE

w = 1.0
for _ in range(3):
    w = step(w)
    lr = lr / 2
print(w)
# %% closure
import jax

def make():
    scale = 2.0

    @jax.jit
    def f(x):
        return x * scale  # NOTICE

    first = f(1.0)
    scale = 5.0
    return first, f(1.0)

print(make())
# %% list-changed-in-place
import jax

weights = [1.0, 2.0]

@jax.jit
def dot(x):
    return weights[0] * x + weights[1]  # NOTICE

print(dot(1.0))
weights[0] = 10.0
print(dot(1.0))
# %% numpy-array
import jax
import numpy as np

table = np.ones(3)

@jax.jit
def total(x):
    return (table * x).sum()  # NOTICE

print(total(1.0))
table[:] = 7.0
print(total(1.0))
# %% dictionary
import jax

config = {"rate": 0.1}
update = jax.jit(lambda w: w - config["rate"])  # NOTICE
print(update(1.0))
config["rate"] = 0.9
print(update(1.0))
# %% params-global
import jax, jax.numpy as jnp

params = {"w": jnp.ones(2)}

@jax.jit
def predict(x):
    return x @ params["w"]  # NOTICE

x = jnp.ones(2)
print(predict(x))
params = {"w": jnp.zeros(2)}
print(predict(x))
# %% flag-on-object
import jax

class Options:
    training = True

options = Options()

@jax.jit
def forward(x):
    return x * 0.5 if options.training else x  # NOTICE

print(forward(4.0))
options.training = False
print(forward(4.0))
# %% self-attribute
import jax
from functools import partial

class Filter:
    def __init__(self):
        self.gain = 1.0

    @partial(jax.jit, static_argnames="self")
    def apply(self, x):
        y = x + 1
        return self.gain * y  # NOTICE

f = Filter()
print(f.apply(1.0))
f.gain = 3.0
print(f.apply(1.0))
# %% helper-reads-it
import jax

power = 2

def helper(x):
    return x**power  # NOTICE

@jax.jit
def f(x):
    return helper(x) + 1

print(f(3.0))
power = 3
print(f(3.0))
# %% jax-array
import jax, jax.numpy as jnp

mask = jnp.array([1.0, 0.0])

@jax.jit
def apply(x):
    return x * mask  # NOTICE

print(apply(jnp.ones(2)))
mask = 1 - mask
print(apply(jnp.ones(2)))
