from jax import lax

def body(i, state):
    a, b = state
    return [b, a + b]

print(lax.fori_loop(0, 5, body, (0, 1)))
