import jax, jax.numpy as jnp

n_traces = 0

@jax.jit
def f(x):
    global n_traces
    n_traces += 1
    print("tracing f for", x.shape)
    return x * 2

for shape in [(2,), (2,), (3,), (2,)]:
    f(jnp.ones(shape))
print("traces:", n_traces)
