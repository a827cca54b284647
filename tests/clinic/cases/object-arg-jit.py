import jax
from dataclasses import dataclass

@dataclass
class Params:
    w: float
    b: float

@jax.jit
def predict(p, x):
    return p.w * x + p.b

print(predict(Params(2.0, 1.0), 3.0))
