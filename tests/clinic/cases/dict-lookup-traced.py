import jax

RATES = {0: 0.1, 1: 0.2}

@jax.jit
def rate(kind):
    return RATES[kind]

print(rate(1))
