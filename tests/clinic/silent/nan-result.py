# %% log-of-negative
import jax.numpy as jnp

x = jnp.array([1.0, -1.0])
y = jnp.log(x)  # NOTICE
print(y.sum())
# %% zero-by-zero
import jax.numpy as jnp

total = jnp.zeros(3)
share = total / total.sum()  # NOTICE
print(share)
# %% inside-jit
import jax, jax.numpy as jnp

@jax.jit
def entropy(p):
    q = p * jnp.log(p)  # NOTICE
    return -q.sum()

print(entropy(jnp.array([0.0, 1.0])))
# %% inside-a-function
import jax.numpy as jnp

def normalise(v):
    return v / jnp.sqrt(jnp.sum(v**2))  # NOTICE

print(normalise(jnp.zeros(3)))
# %% gradient-through-where
import jax, jax.numpy as jnp

def f(x):
    safe = jnp.where(x > 0, jnp.log(x), 0.0)  # NOTICE
    return safe * 2

print(jax.grad(f)(0.0))
# %% jitted-gradient-of-norm
import jax, jax.numpy as jnp

def distance(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))  # NOTICE

g = jax.jit(jax.grad(distance))
print(g(jnp.ones(2), jnp.ones(2)))
# %% training-diverges
import jax, jax.numpy as jnp

def loss(w):
    return (w**2).sum()

w = jnp.array([3.0])
for _ in range(200):
    w = w - 20.0 * jax.grad(loss)(w)  # NOTICE
print(w)
# %% masked-first-then-real
import jax.numpy as jnp

x = jnp.array([-1.0, 4.0])
clean = jnp.where(x > 0, jnp.sqrt(x), 0.0)
bad = jnp.arcsin(x)  # NOTICE
print(clean, bad)
# %% overflow-of-exp
import jax, jax.numpy as jnp

def softmax(z):
    e = jnp.exp(z)
    return e / e.sum()  # NOTICE

print(softmax(jnp.array([100.0, 0.0, 50.0])))
