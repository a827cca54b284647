# %% legacy-key
import jax

rng = jax.random.PRNGKey(3)
noise = jax.random.normal(rng, (4,))
mask = jax.random.bernoulli(rng, 0.5, (4,))  # NOTICE
print(noise * mask)
# %% from-import
from jax.random import key, normal, uniform

root = key(0)
x = uniform(root, (3,))
y = x + 0.1 * normal(root, (3,))  # NOTICE
print(y)
# %% after-split
import jax
import jax.random as jr

k = jr.key(1)
k1, k2 = jr.split(k)
w = jr.normal(k1, (2, 2))
b = jr.normal(k, (2,))  # NOTICE
print(w, b)
# %% same-part-of-a-split
import jax

keys = jax.random.split(jax.random.key(5), 3)
a = jax.random.normal(keys[0], (2,))
b = jax.random.normal(keys[1], (2,))
c = jax.random.normal(keys[0], (2,))  # NOTICE
print(a, b, c)
# %% helper-called-twice
import jax

def layer(key, n, m):
    return jax.random.normal(key, (n, m)) / n**0.5

key = jax.random.key(0)
first = layer(key, 3, 4)
second = layer(key, 4, 2)  # NOTICE
print(first.shape, second.shape)
# %% inside-a-function
import jax, jax.numpy as jnp

def make_data(key):
    x = jax.random.uniform(key, (10,))
    noise = jax.random.normal(key, (10,))  # NOTICE
    return x, 3 * x + noise

x, y = make_data(jax.random.key(7))
print(jnp.mean(y - 3 * x))
# %% inside-jit
import jax

@jax.jit
def sample(key):
    a = jax.random.normal(key, (3,))
    b = jax.random.normal(key, (3,))  # NOTICE
    return a - b

print(sample(jax.random.key(0)))
# %% jitted-twice-with-one-key
import jax
from functools import partial

@partial(jax.jit, static_argnums=1)
def draw(key, n):
    return jax.random.normal(key, (n,))

key = jax.random.key(2)
print(draw(key, 3))
print(draw(key, 3))  # NOTICE
# %% comprehension
import jax

key = jax.random.key(0)
rows = [jax.random.normal(key, (2,)) for _ in range(4)]  # NOTICE
print(rows)
# %% while-loop
import jax

key, n, total = jax.random.PRNGKey(0), 0, 0.0
while n < 4:
    total += float(jax.random.uniform(key))  # NOTICE
    n += 1
print(total)
# %% split-in-a-loop-and-not-kept
import jax

key = jax.random.key(11)
for step in range(3):
    _, sub = jax.random.split(key)  # NOTICE
    print(step, jax.random.normal(sub))
# %% step-with-the-same-key
import jax, jax.numpy as jnp

@jax.jit
def step(w, key):
    return w - 0.1 * (w + jax.random.normal(key, w.shape))

w, key = jnp.ones(3), jax.random.key(0)
for _ in range(5):
    w = step(w, key)  # NOTICE
print(w)
# %% scan-body
import jax, jax.numpy as jnp

key = jax.random.key(0)

def body(x, _):
    return x + jax.random.normal(key), x  # NOTICE

print(jax.lax.scan(body, 0.0, length=5))
# %% class
import jax

class Noise:
    def __init__(self, seed):
        self.key = jax.random.key(seed)

    def __call__(self, x):
        return x + jax.random.normal(self.key, x.shape)  # NOTICE

noise = Noise(0)
x = jax.numpy.zeros(3)
for _ in range(3):
    x = noise(x)
print(x)
# %% permutation-and-noise
import jax, jax.numpy as jnp

def batches(key, x, size):
    order = jax.random.permutation(key, len(x))
    jitter = 0.01 * jax.random.normal(key, x.shape)  # NOTICE
    return (x + jitter)[order].reshape(-1, size)

print(batches(jax.random.key(3), jnp.arange(8.0), 4))
# %% nested-split
import jax

seed = jax.random.PRNGKey(42)
seed, init_key = jax.random.split(seed)
params = jax.random.normal(init_key, (3, 3))
bias = jax.random.uniform(init_key, (3,))  # NOTICE
print(params @ bias)
# %% initializers
import jax

init = jax.nn.initializers.he_normal()
key = jax.random.key(0)
w1 = init(key, (4, 8))
w2 = init(key, (8, 2))  # NOTICE
print(w1.shape, w2.shape)
# %% vmap-of-the-same-keys
import jax, jax.numpy as jnp

keys = jax.random.split(jax.random.key(0), 4)
a = jax.vmap(lambda k: jax.random.normal(k, (2,)))(keys)
b = jax.vmap(lambda k: jax.random.uniform(k, (2,)))(keys)  # NOTICE
print(a + b)
# %% carried-as-it-came
import jax, jax.numpy as jnp

def step(carry, _):
    x, key = carry
    x = x + jax.random.normal(key)  # NOTICE
    return (x, key), x

print(jax.lax.scan(step, (0.0, jax.random.key(0)), None, length=4)[1])
# %% split-and-carried-as-it-came
import jax, jax.numpy as jnp

def body(i, state):
    key, total = state
    left, right = jax.random.split(key)  # NOTICE
    return key, total + jax.random.normal(left) * jax.random.uniform(right)

print(jax.lax.fori_loop(0, 5, body, (jax.random.key(3), 0.0))[1])
