import jax

def cube(x):
    return x ** 3

print(jax.grad(cube)(2))
