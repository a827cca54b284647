# %% right: accumulate
from itertools import accumulate
@jax.jit
def root_steps(a):
    xs = list(accumulate(range(5), lambda x, _: (x + a / x) / 2, initial=a))
    return jnp.array(xs[1:])

# %% right: generator
def guesses(a, n):
    x = a
    for _ in range(n):
        x = (x + a / x) / 2
        yield x
root_steps = jax.jit(lambda a: jnp.stack(tuple(guesses(a, 5))))

# %% right: fori carrying the array
@jax.jit
def root_steps(a):
    a = jnp.asarray(a, float)
    def turn(i, c):
        x, out = c
        x = (x + a / x) / 2
        return x, out.at[i].set(x)
    return jax.lax.fori_loop(0, 5, turn, (a, jnp.zeros((5,) + a.shape)))[1]

# %% right: recursion and concatenate
@jax.jit
def root_steps(a):
    def go(x, n):
        if n == 0:
            return jnp.zeros((0, *jnp.shape(a)))
        x = (x + a / x) / 2
        return jnp.concatenate([x[None], go(x, n - 1)])
    return go(jnp.asarray(a, float), 5)

# %% wrong: hstack
@jax.jit
def root_steps(a):
    steps, x = [], a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return jnp.hstack(steps)

# %% wrong: default argument list
@jax.jit
def root_steps(a, steps=[]):
    x = a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return jnp.stack(steps)

# %% wrong: default list cleared
def make():
    seen = []
    @jax.jit
    def root_steps(a):
        seen.clear()
        x = a
        for _ in range(5):
            x = (x + a / x) / 2
            seen.append(x)
        return jnp.stack(seen)
    return root_steps
root_steps = make()

# %% wrong: not updated
@jax.jit
def root_steps(a):
    x = a
    return jnp.stack([(x + a / x) / 2 for _ in range(5)])

# %% wrong: returned with x
@jax.jit
def root_steps(a):
    steps, x = [], a
    for _ in range(5):
        x = (x + a / x) / 2
        steps.append(x)
    return x, jnp.stack(steps)
