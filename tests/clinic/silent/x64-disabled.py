# %% zeros
import jax.numpy as jnp

total = jnp.zeros(4, dtype="float64")  # NOTICE
print(total.dtype)
# %% astype
import jax.numpy as jnp

x = jnp.arange(3.0)
y = x.astype(jnp.float64)  # NOTICE
print(y.dtype)
# %% in-a-function
import jax.numpy as jnp
import numpy as np

def exact(values):
    return jnp.asarray(values, np.float64)  # NOTICE

print(exact([0.1, 0.2]).dtype)
# %% int64
import jax.numpy as jnp

ids = jnp.arange(3, dtype=jnp.int64)  # NOTICE
print(ids.dtype)
# %% complex
import jax.numpy as jnp

z = jnp.ones(2, jnp.complex128)  # NOTICE
print(z.dtype)
# %% numpy-float64-by-name
import jax.numpy as jnp
import numpy as np

data = np.array([0.1, 0.2, 0.3], dtype=np.float64)
x = jnp.array(data)  # NOTICE
print(x.dtype)
# %% big-integers
import jax.numpy as jnp
import numpy as np

ids = np.array([3_000_000_000, 3_000_000_001])
x = jnp.asarray(ids)  # NOTICE
print(x)
# %% milliseconds
import jax, jax.numpy as jnp
import numpy as np

stamps = np.array([1_700_000_000_000.0, 1_700_000_000_016.0, 1_700_000_000_033.0])

@jax.jit
def gaps(t):
    return jnp.diff(t)

print(gaps(stamps))  # NOTICE
# %% money
import jax.numpy as jnp
import numpy as np

balances = np.array([123456789.12, 987654321.99])
print(jnp.sum(balances))  # NOTICE
# %% scalar
import jax.numpy as jnp

start = jnp.float32(0) + jnp.array(1699999999.5)  # NOTICE
print(start)
# %% random-double
import jax, jax.numpy as jnp

x = jax.random.normal(jax.random.key(0), (3,), dtype=jnp.float64)  # NOTICE
print(x.dtype)
