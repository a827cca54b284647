# %% start
def body(x):
    return jnp.sin(x) + 1.0


# %% right: a compiled loop
def run(x, n):
    return jax.lax.fori_loop(0, n, lambda _, v: body(v), x)

# %% right: scan
def run(x, n):
    def turn(v, _):
        return body(v), None

    start = jnp.asarray(x, dtype=float)
    return jax.lax.scan(turn, start, None, length=n)[0]

# %% right: a class holds the compiled function
class Repeated:
    def __init__(self, f):
        self.f = jax.jit(f)

    def __call__(self, x, n):
        for _ in range(n):
            x = self.f(x)
        return x


run = Repeated(body)

# %% right: reduce
from functools import reduce

fast = jax.jit(body)
run = lambda x, n: reduce(lambda v, _: fast(v), range(n), x)

# %% right: the whole run is compiled, n is static
from functools import partial


@partial(jax.jit, static_argnames="n")
def run(x, n):
    for _ in range(n):
        x = body(x)
    return x
