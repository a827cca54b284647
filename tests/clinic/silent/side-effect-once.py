# %% print-in-scan
import jax, jax.numpy as jnp

def body(total, x):
    print("adding", x)  # NOTICE
    return total + x, total

jax.lax.scan(body, 0.0, jnp.arange(4.0))
# %% print-in-vmap
import jax, jax.numpy as jnp

def square(v):
    print(v)  # NOTICE
    return v * v

print(jax.vmap(square)(jnp.arange(3.0)))
# %% print-in-loss
import jax, jax.numpy as jnp

def loss(w):
    value = jnp.sum(w**2)
    print(f"loss is {value}")  # NOTICE
    return value

for _ in range(2):
    jax.grad(loss)(jnp.ones(3))
# %% print-once
import jax

@jax.jit
def step(x):
    print("step done")  # NOTICE
    return x * 0.5

x = 8.0
for _ in range(3):
    x = step(x)
print(x)
# %% append-to-global
import jax, jax.numpy as jnp

history = []

def train(w):
    w = w * 0.9
    history.append(w)  # NOTICE
    return w

train = jax.jit(train)
w = jnp.ones(2)
for _ in range(3):
    w = train(w)
print(len(history))
# %% append-constant
import jax

log = []

@jax.jit
def f(x):
    log.append("called")  # NOTICE
    return x + 1

f(1.0)
f(2.0)
print(log)
# %% append-through-self
import jax, jax.numpy as jnp
from functools import partial

class Model:
    def __init__(self):
        self.losses = []

    @partial(jax.jit, static_argnums=0)
    def loss(self, w):
        value = jnp.sum(w)
        self.losses.append(value)  # NOTICE
        return value

model = Model()
model.loss(jnp.ones(2))
model.loss(jnp.zeros(2))
print(len(model.losses))
# %% counter-in-dict
import jax

stats = {"calls": 0}

@jax.jit
def work(x):
    stats["calls"] += 1  # NOTICE
    return x * x

for v in (1.0, 2.0, 3.0):
    work(v)
print(stats)
# %% nonlocal
import jax, jax.numpy as jnp

def make():
    steps = 0

    @jax.jit
    def step(x):
        nonlocal steps
        steps += 1  # NOTICE
        return x - 1

    def count():
        return steps

    return step, count

step, count = make()
step(step(step(5.0)))
print(count())
# %% counter-on-self
import jax
from functools import partial

class Worker:
    def __init__(self):
        self.done = 0

    @partial(jax.jit, static_argnums=0)
    def run(self, x):
        self.done += 1  # NOTICE
        return x * 2

worker = Worker()
for i in range(3):
    worker.run(float(i))
print(worker.done)
# %% python-random
import random
import jax

@jax.jit
def noisy(x):
    return x + random.random()  # NOTICE

print(noisy(0.0), noisy(0.0))
# %% numpy-generator
import jax, jax.numpy as jnp
import numpy as np

rng = np.random.default_rng(0)

@jax.jit
def augment(image):
    shift = rng.integers(0, 4)  # NOTICE
    return jnp.roll(image, shift)

for _ in range(3):
    print(augment(jnp.arange(5)))
# %% random-in-vmap
import jax, jax.numpy as jnp
import numpy as np

print(jax.vmap(lambda x: x + np.random.normal())(jnp.zeros(4)))  # NOTICE
# %% random-in-fori
import jax
import numpy as np

def body(i, x):
    return x + np.random.uniform()  # NOTICE

print(jax.lax.fori_loop(0, 5, body, 0.0))
# %% time-in-jit
import time
import jax

@jax.jit
def stamped(x):
    return x, time.time()  # NOTICE

stamped(1.0)
print(stamped(2.0))
# %% print-in-nnx-jit
import jax.numpy as jnp
from flax import nnx

model = nnx.Linear(2, 2, rngs=nnx.Rngs(0))

@nnx.jit
def forward(model, x):
    y = model(x)
    print("mean", y.mean())  # NOTICE
    return y

forward(model, jnp.ones((1, 2)))
# %% global-total
import jax, jax.numpy as jnp

total = 0.0

@jax.jit
def add(x):
    global total
    total = total + 1.0  # NOTICE
    return x

for _ in range(3):
    add(jnp.ones(2))
print(total)
# %% print-in-while-loop
import jax

def body(x):
    print("halving", x)  # NOTICE
    return x / 2

print(jax.lax.while_loop(lambda x: x > 1, body, 100.0))
