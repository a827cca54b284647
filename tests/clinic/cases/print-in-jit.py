import jax

@jax.jit
def f(x):
    print("x =", x)
    return x * 2

for v in (1.0, 2.0, 3.0):
    f(v)
