import jax

rate = 0.1

@jax.jit
def update(w):
    return w - rate

print(update(1.0))
rate = 0.5
print(update(1.0))
