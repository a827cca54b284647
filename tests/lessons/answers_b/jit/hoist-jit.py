# %% start
def body(x):
    return jnp.sin(x) + 1.0

# %% right: fori outside jit with jitted body
f = jax.jit(body)
def run(x, n):
    return jax.lax.fori_loop(0, n, lambda i, v: f(v), jnp.asarray(x, float))

# %% right: reduce
from functools import reduce
compiled = jax.jit(body)
def run(x, n):
    return reduce(lambda v, _: compiled(v), range(n), x)

# %% right: scan in jit, static length
from functools import partial
@partial(jax.jit, static_argnums=1)
def run(x, n):
    return jax.lax.scan(lambda c, _: (body(c), None), jnp.asarray(x), length=n)[0]

# %% wrong: partial inside
from functools import partial
def run(x, n):
    for _ in range(n):
        x = jax.jit(partial(body))(x)
    return x

# %% wrong: result thrown away
fast = jax.jit(body)
def run(x, n):
    for _ in range(n):
        y = fast(x)
    return y

# %% wrong: five
fast = jax.jit(body)
def run(x, n):
    for _ in range(5):
        x = fast(x)
    return x

# %% wrong: index static compiled n times
from functools import partial
@partial(jax.jit, static_argnums=1)
def step(x, i):
    return body(x)
def run(x, n):
    for i in range(n):
        x = step(x, i)
    return x

# %% wrong: other body
def run(x, n):
    f = jax.jit(jnp.sin)
    for _ in range(n):
        x = f(x)
    return x
