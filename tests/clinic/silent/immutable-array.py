# %% in-a-function
import jax.numpy as jnp

def clear_first(x):
    x.at[0].set(0.0)  # NOTICE
    return x

print(clear_first(jnp.ones(3)))
# %% in-a-loop
import jax.numpy as jnp

counts = jnp.zeros(3, int)
for label in [0, 2, 2]:
    counts.at[label].add(1)  # NOTICE
print(counts)
# %% in-jit
import jax, jax.numpy as jnp

@jax.jit
def mask(x):
    x.at[0].multiply(0)  # NOTICE
    return x

print(mask(jnp.array([-1.0, 2.0])))
# %% in-a-dict
import jax.numpy as jnp

params = {"w": jnp.ones((2, 2))}
params["w"].at[0, 0].set(5.0)  # NOTICE
print(params)
# %% another-name-never-read
import jax.numpy as jnp

x = jnp.arange(4)
y = x.at[1].max(9)  # NOTICE
print(x)
# %% sort
import jax.numpy as jnp

values = jnp.array([3, 1, 2])
values.sort()  # NOTICE
print(values)
# %% attribute
import jax.numpy as jnp

class Buffer:
    def __init__(self):
        self.data = jnp.zeros(3)

    def put(self, i, v):
        self.data.at[i].set(v)  # NOTICE

buffer = Buffer()
buffer.put(0, 1.0)
print(buffer.data)
