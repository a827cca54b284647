# %% negative
import jax.numpy as jnp

row = jnp.arange(5)
print(row[-6])  # NOTICE
# %% matrix
import jax.numpy as jnp

board = jnp.zeros((3, 3))
print(board[1, 3])  # NOTICE
# %% loop-one-too-far
import jax.numpy as jnp

v = jnp.array([1.0, 2.0, 4.0, 8.0])
steps = []
for i in range(4):
    steps.append(float(v[i + 1] - v[i]))  # NOTICE
print(steps)
# %% index-array
import jax.numpy as jnp

table = jnp.arange(10.0) ** 2
ids = jnp.array([0, 3, 10])
print(table[ids])  # NOTICE
# %% add-in-function
import jax.numpy as jnp

def count(labels, n):
    total = jnp.zeros(n)
    return total.at[labels].add(1)  # NOTICE

print(count(jnp.array([0, 1, 5]), 3))
# %% inside-jit-constant
import jax, jax.numpy as jnp

@jax.jit
def last(x):
    return x[x.shape[0]]  # NOTICE

print(last(jnp.arange(4.0)))
# %% inside-jit-traced
import jax, jax.numpy as jnp

@jax.jit
def pick(x, i):
    return x[i]  # NOTICE

print(pick(jnp.arange(4.0), 7))
# %% fori-loop
import jax, jax.numpy as jnp

x = jnp.arange(6.0)

def body(i, total):
    return total + x[i + 1] * x[i]  # NOTICE

print(jax.lax.fori_loop(0, 6, body, 0.0))
# %% column
import jax.numpy as jnp

data = jnp.ones((4, 2))
target = data[:, 2]  # NOTICE
print(target)
# %% row-update
import jax.numpy as jnp

grid = jnp.zeros((2, 3))
grid = grid.at[2].set(1.0)  # NOTICE
print(grid)
# %% take
import jax.numpy as jnp

words = jnp.array([5, 6, 7])
print(jnp.take(words, jnp.array([1, 3])))  # NOTICE
# %% dynamic-slice
import jax, jax.numpy as jnp

x = jnp.arange(10)
print(jax.lax.dynamic_slice(x, (8,), (4,)))  # NOTICE
# %% vmapped
import jax, jax.numpy as jnp

scores = jnp.arange(6.0).reshape(2, 3)
labels = jnp.array([1, 3])
print(jax.vmap(lambda s, y: s[y])(scores, labels))  # NOTICE
# %% attribute-and-dict
import jax.numpy as jnp

params = {"table": jnp.ones((3, 2))}
ids = jnp.array([0, 4])
print(params["table"][ids].sum())  # NOTICE
