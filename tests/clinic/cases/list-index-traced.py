import jax

PRICES = [3.0, 5.0, 8.0]

@jax.jit
def price(i):
    return PRICES[i]

print(price(1))
