import jax
from functools import partial

class Scaler:
    def __init__(self, s):
        self.s = s

    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        return self.s * x

sc = Scaler(2.0)
print(sc(1.0))
sc.s = 10.0
print(sc(1.0))
