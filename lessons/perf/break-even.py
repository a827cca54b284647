# %% run
import time


def polynomial(x):
    y = jnp.zeros_like(x)
    for k in range(60):
        y = y * x + 0.01 * k
    return y


def run(name, f):
    x = jnp.linspace(0.0, 1.0, 1000)
    start = time.perf_counter()
    for call in range(1, 401):
        f(x).block_until_ready()
        log(call, **{name: time.perf_counter() - start})


run("eager", polynomial)
run("jitted", jax.jit(polynomial))
