# %% run
from flax import nnx


class Counter(nnx.Module):
    def __init__(self):
        self.n = nnx.Variable(jnp.array(0))


def bump(counter):
    counter.n[...] += 1


for jit in (jax.jit, nnx.jit):
    counter, fast = Counter(), jit(bump)
    fast(counter)
    fast(counter)
    print(counter.n[...])
