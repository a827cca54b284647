import jax, jax.numpy as jnp

traces = 0

def sq(x):
    global traces
    traces += 1
    return x ** 2

for i in range(5):
    jax.jit(lambda x: sq(x))(jnp.float32(i))
print("traces", traces)
