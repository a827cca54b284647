import jax

@jax.jit
def triangle(n):
    total = 0
    for i in range(n):
        total = total + i
    return total

print(triangle(5))
