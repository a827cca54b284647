from jax import lax

def body(x):
    return x * 2

print(lax.fori_loop(0, 3, body, 1))
