import jax, jax.numpy as jnp

def init(params):
    zeros = jax.tree.map(jnp.zeros_like, params)
    return {"m": zeros, "v": zeros, "t": 0}

@jax.jit
def update(params, grads, state, rate=1e-1, b1=0.9, b2=0.999):
    t = state["t"] + 1
    m = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, state["m"], grads)
    v = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g**2, state["v"], grads)
    new = jax.tree.map(
        lambda p, m, v: p - rate * (m / (1 - b1**t)) / (jnp.sqrt(v / (1 - b2**t)) + 1e-8),
        params, m, v)
    return new, {"m": m, "v": v, "t": t}

params = {"w": jnp.array([1.0, -2.0]), "b": jnp.float32(0.5)}
state = init(params)
for _ in range(50):
    grads = jax.grad(lambda p: jnp.sum(p["w"] ** 2) + p["b"] ** 2)(params)
    params, state = update(params, grads, state)
print(params)
