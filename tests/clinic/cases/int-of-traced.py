import jax

@jax.jit
def bucket(x):
    b = int(x * 10)
    return b + 1

print(bucket(0.37))
