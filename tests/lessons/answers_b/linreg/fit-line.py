# %% start
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)

# %% right: step in fit
def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    @jax.jit
    def step(p):
        g = jax.grad(loss)(p, x, y)
        return {k: p[k] - lr * g[k] for k in p}
    for _ in range(steps):
        p = step(p)
    return p

# %% right: value_and_grad with log
vg = jax.jit(jax.value_and_grad(loss))
def fit(x, y, steps=200, lr=0.1):
    w = b = jnp.array(0.0)
    for i in range(steps):
        value, g = vg({"w": w, "b": b}, x, y)
        w, b = w - lr * g["w"], b - lr * g["b"]
        log(i, loss=value)
    return {"w": w, "b": b}

# %% right: optax
import optax
def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    tx = optax.sgd(lr)
    s = tx.init(p)
    @jax.jit
    def step(p, s):
        u, s = tx.update(jax.grad(loss)(p, x, y), s)
        return optax.apply_updates(p, u), s
    for _ in range(steps):
        p, s = step(p, s)
    return p

# %% right: scan with static steps
from functools import partial
@partial(jax.jit, static_argnames="steps")
def fit(x, y, steps=200, lr=0.1):
    def turn(p, _):
        g = jax.grad(loss)(p, x, y)
        return jax.tree.map(lambda a, d: a - lr * d, p, g), None
    p, _ = jax.lax.scan(turn, {"w": jnp.array(0.0), "b": jnp.array(0.0)}, length=steps)
    return p

# %% wrong: p not updated
@jax.jit
def step(p, x, y, lr):
    return jax.tree.map(lambda a, d: a - lr * d, p, jax.grad(loss)(p, x, y))
def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for _ in range(steps):
        q = step(p, x, y, lr)
    return q

# %% wrong: static i
from functools import partial
@partial(jax.jit, static_argnums=4)
def step(p, x, y, lr, i):
    return jax.tree.map(lambda a, d: a - lr * d, p, jax.grad(loss)(p, x, y))
def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for i in range(steps):
        p = step(p, x, y, lr, i)
    return p

# %% wrong: stop when converged
@jax.jit
def step(p, x, y, lr):
    return jax.tree.map(lambda a, d: a - lr * d, p, jax.grad(loss)(p, x, y))
def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for _ in range(steps):
        p = step(p, x, y, lr)
        if loss(p, x, y) < 0.05:
            break
    return p

# %% wrong: goes on from the last call
p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
@jax.jit
def step(p, x, y, lr):
    return jax.tree.map(lambda a, d: a - lr * d, p, jax.grad(loss)(p, x, y))
def fit(x, y, steps=200, lr=0.1):
    global p
    for _ in range(steps):
        p = step(p, x, y, lr)
    return p

# %% wrong: stochastic
@jax.jit
def step(p, x, y, lr):
    return jax.tree.map(lambda a, d: a - lr * d, p, jax.grad(loss)(p, x, y))
def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for i in range(steps):
        k = i % len(x)
        p = step(p, x[k : k + 1], y[k : k + 1], lr)
    return p
