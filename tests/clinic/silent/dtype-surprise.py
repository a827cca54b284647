# %% product
import jax.numpy as jnp

n = jnp.arange(1, 21)
print(jnp.prod(n))  # NOTICE
# %% sum-of-bytes
import jax.numpy as jnp

image = jnp.full((2, 2), 250, dtype=jnp.uint8)
image += 10  # NOTICE
print(image)
# %% negative-unsigned
import jax.numpy as jnp

a = jnp.array([3, 5], dtype="uint8")
b = jnp.array([4, 1], dtype="uint8")
print(a - b)  # NOTICE
# %% square
import jax.numpy as jnp

def energy(v):
    return v * v  # NOTICE

print(energy(jnp.array([50_000, 3])))
# %% power
import jax.numpy as jnp

print(jnp.int8(2) ** jnp.arange(9, dtype=jnp.int8))  # NOTICE
# %% dot
import jax.numpy as jnp

a = jnp.array([60_000, 60_000])
print(jnp.dot(a, a))  # NOTICE
# %% cumsum
import jax.numpy as jnp

sales = jnp.array([1_500_000_000, 900_000_000, 5])
print(jnp.cumsum(sales))  # NOTICE
