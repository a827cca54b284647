# %% right: the largest is taken out
def lse(v):
    top = jnp.max(v)
    return top + jnp.log(jnp.exp(v - top).sum())

# %% right: scan with logaddexp
def lse(v):
    def add(total, x):
        return jnp.logaddexp(total, x), None

    return jax.lax.scan(add, v[0], v[1:])[0]

# %% right: from log_softmax
def lse(v):
    return v[0] - jax.nn.log_softmax(v)[0]

# %% right: a ufunc's reduce
def lse(v):
    return jnp.logaddexp.reduce(v)

# %% right: a class that remembers the largest so far
class Total:
    def __init__(self, first):
        self.top, self.rest = first, jnp.ones(())

    def add(self, x):
        top = jnp.maximum(self.top, x)
        self.rest = self.rest * jnp.exp(self.top - top) + jnp.exp(x - top)
        self.top = top


def lse(v):
    total = Total(v[0])
    for x in v[1:]:
        total.add(x)
    return total.top + jnp.log(total.rest)
