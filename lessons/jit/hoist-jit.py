# %% starter
def body(x):
    return jnp.sin(x) + 1.0


def run(x, n):
    for _ in range(n):
        x = jax.jit(lambda v: body(v))(x)
    return x


print(run(0.5, 5))

# %% solution: once, outside
def body(x):
    return jnp.sin(x) + 1.0


step = jax.jit(body)


def run(x, n):
    for _ in range(n):
        x = step(x)
    return x

# %% solution: a decorator
@jax.jit
def body(x):
    return jnp.sin(x) + 1.0


def run(x, n):
    for _ in range(n):
        x = body(x)
    return x

# %% solution: at the start of run
def body(x):
    return jnp.sin(x) + 1.0


def run(x, n):
    step = jax.jit(lambda v: body(v))
    for _ in range(n):
        x = step(x)
    return x

# %% solution: the same object each time
def body(x):
    return jnp.sin(x) + 1.0


def run(x, n):
    for _ in range(n):
        x = jax.jit(body)(x)
    return x

# %% solution: a loop that JAX knows
def body(x):
    return jnp.sin(x) + 1.0


def run(x, n):
    return jax.lax.fori_loop(0, n, lambda i, v: body(v), x)

# %% solution: the whole loop compiled
from functools import partial


@partial(jax.jit, static_argnums=1)
def run(value, turns):
    for _ in range(turns):
        value = jnp.sin(value) + 1.0
    return value

# %% wrong: fresh-function
def body(x):
    return jnp.sin(x) + 1.0


def run(x, n):
    for _ in range(n):
        x = jax.jit(lambda v: body(v))(x)
    return x

# %% wrong: fresh-function
def body(x):
    return jnp.sin(x) + 1.0


def run(x, n):
    for _ in range(n):

        @jax.jit
        def step(v):
            return jnp.sin(v) + 1.0

        x = step(x)
    return x

# %% wrong: fresh-function
def make():
    return jax.jit(lambda v: jnp.sin(v) + 1.0)


def run(x, n):
    for _ in range(n):
        x = make()(x)
    return x

# %% wrong: never-compiled
def body(x):
    return jnp.sin(x) + 1.0


def run(x, n):
    for _ in range(n):
        x = body(x)
    return x

# %% wrong: never-compiled
def body(x):
    return jnp.sin(x) + 1.0


step = jax.jit(body)


def run(x, n):
    for _ in range(n):
        x = body(x)
    return x

# %% wrong: one-step-only
def body(x):
    return jnp.sin(x) + 1.0


step = jax.jit(body)


def run(x, n):
    for _ in range(n):
        y = step(x)
    return y

# %% wrong: one-step-only
@jax.jit
def body(x):
    return jnp.sin(x) + 1.0


def run(x, n):
    for _ in range(n):
        x = body(x)
        return x

# %% wrong: clinic/traced-index
def body(x):
    return jnp.sin(x) + 1.0


@jax.jit
def run(x, n):
    for _ in range(n):
        x = body(x)
    return x

# %% wrong: no-return
@jax.jit
def body(x):
    return jnp.sin(x) + 1.0


def run(x, n):
    for _ in range(n):
        x = body(x)

# %% wrong: wrong-value
@jax.jit
def body(x):
    return jnp.sin(x + 1.0)


def run(x, n):
    for _ in range(n):
        x = body(x)
    return x

# %% wrong: wrong-value
@jax.jit
def body(x):
    return jnp.sin(x) + 1.0


def run(x, n):
    for _ in range(1, n):
        x = body(x)
    return x

# %% check
from tutor.checking import close, expect, need, reject, unchanged


def check(learner, reference, rng):
    for n, shape in ((4, ()), (2, (3,)), (1, (2, 2))):
        x = rng.normal(*shape)
        got = unchanged(learner.run, x, n)
        right = reference.run(x, n)
        if not close(got, right):
            reject(got, {"one-step-only": reference.run(x, 1)})
        expect(got, right, inputs={"x": x, "n": n})
    # A sine that stands in no enclosing program was sent to the device by itself.
    recorded = learner.operations(learner.run, rng.normal(7), 4, static=(1,))
    bare = [op for op in recorded if op.primitive == "sin" and not op.inside]
    need(not bare, "never-compiled")
    count = learner.compiles(learner.run, rng.normal(13), 6)
    need(count <= 2, "fresh-function", observed=count, needed=1)
