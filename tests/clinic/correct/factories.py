import jax, jax.numpy as jnp

def make_step(rate):
    @jax.jit
    def step(w):
        return w - rate * jax.grad(lambda w: jnp.sum(w**2))(w)
    return step

for rate in (0.01, 0.1, 0.4):
    step, w = make_step(rate), jnp.ones(3)
    for _ in range(20):
        w = step(w)
    print(rate, w)

scale = 1.0
scale = scale * 3
g = jax.jit(lambda x: x * scale)
print(g(1.0), g(2.0))
