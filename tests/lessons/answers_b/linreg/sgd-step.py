# %% start
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)

# %% right: copy
def step(p, x, y, lr=0.1):
    new = p.copy()
    for k, d in jax.grad(loss)(p, x, y).items():
        new[k] -= lr * d
    return new

# %% right: analytic
def step(p, x, y, lr=0.1):
    r = p["w"] * x + p["b"] - y
    return dict(w=p["w"] - lr * 2 * jnp.mean(r * x), b=p["b"] - lr * 2 * jnp.mean(r))

# %% right: jit, or-merge
@jax.jit
def step(p, x, y, lr=0.1):
    value, g = jax.value_and_grad(loss)(p, x, y)
    return p | {k: p[k] - lr * g[k] for k in ("w", "b")}

# %% wrong: b from new w
def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    new = {**p, "w": p["w"] - lr * g["w"]}
    g = jax.grad(loss)(new, x, y)
    return {**new, "b": p["b"] - lr * g["b"]}

# %% wrong: swapped
def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return {"w": p["w"] - lr * g["b"], "b": p["b"] - lr * g["w"]}

# %% wrong: scaled parameters
def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return jax.tree.map(lambda a, d: lr * (a - d), p, g)

# %% wrong: strings
def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return {w: p[w] - lr * g[w] for w in p if w != "b"}

# %% wrong: sign sgd
def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return jax.tree.map(lambda a, d: a - lr * jnp.sign(d), p, g)
