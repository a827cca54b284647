# %% start
import optax
from typing import NamedTuple

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5

# %% right: loop, names
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "step": 0}
def run(state, n):
    w, opt, key, step = state["w"], state["opt"], state["key"], state["step"]
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = data[step % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
        step += 1
    return {"w": w, "opt": opt, "key": key, "step": step}

# %% right: fold_in of the position
def fresh(w, key):
    return dict(w=w, opt=tx.init(w), key=key, pos=jnp.array(0))
def run(state, n):
    s = dict(state)
    for i in range(n):
        k = jax.random.fold_in(s["key"], s["pos"])
        x = data[s["pos"] % 4] + noise * jax.random.normal(k)
        u, s["opt"] = tx.update(s["w"] - x, s["opt"], s["w"])
        s["w"] = s["w"] + u
        s["pos"] = s["pos"] + 1
    return s

# %% right: fori_loop
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "at": jnp.zeros((), int)}
def run(state, n):
    def body(_, s):
        key, sub = jax.random.split(s["key"])
        x = jnp.take(data, s["at"], mode="wrap") + jax.random.normal(sub) * noise
        u, opt = tx.update(s["w"] - x, s["opt"])
        return {"w": optax.apply_updates(s["w"], u), "opt": opt, "key": key, "at": s["at"] + 1}
    return jax.lax.fori_loop(0, n, body, state)

# %% right: keys split three, recursion
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "rng": jax.random.fold_in(key, 7), "i": 0}
def run(state, n):
    if n == 0:
        return state
    a, b = jax.random.split(state["rng"], 2)
    x = data[state["i"]] + noise * jax.random.normal(b, ())
    u, opt = tx.update(state["w"] - x, state["opt"], state["w"])
    return run({"w": state["w"] + u, "opt": opt, "rng": a, "i": (state["i"] + 1) % 4}, n - 1)

# %% right: jitted single step with position in optimizer count
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "n": jnp.int32(0)}
@jax.jit
def one(s):
    sub = jax.random.split(jax.random.fold_in(s["key"], s["n"]))[0]
    x = data[s["n"] % len(data)] + noise * jax.random.normal(sub, s["w"].shape)
    u, o = tx.update(s["w"] - x, s["opt"], s["w"])
    return {**s, "w": optax.apply_updates(s["w"], u), "opt": o, "n": s["n"] + 1}
def run(state, n):
    for _ in range(n): state = one(state)
    return state

# %% right: position from the optimizer state, three entries
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key}
def run(state, n):
    w, opt, key = state["w"], state["opt"], state["key"]
    for i in range(n):
        c = opt[0].count
        sub = jax.random.fold_in(key, c)
        x = data[c % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": key}

# %% wrong: key in state but old key returned
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}
def run(state, n):
    w, opt, key, i0 = state["w"], state["opt"], state["key"], state["i"]
    for i in range(i0, i0 + n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": state["key"], "i": i0 + n}

# %% wrong: i last (off by one)
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}
def run(state, n):
    w, opt, key, i0 = state["w"], state["opt"], state["key"], state["i"]
    i = i0
    for i in range(i0, i0 + n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": key, "i": i}

# %% wrong: range(i0, n)
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}
def run(state, n):
    w, opt, key, i0 = state["w"], state["opt"], state["key"], state["i"]
    for i in range(i0, n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": key, "i": i0 + n}

# %% wrong: fixed key folded with position
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "i": 0}
def run(state, n):
    w, opt, i0 = state["w"], state["opt"], state["i"]
    for i in range(i0, i0 + n):
        x = data[i % 4] + noise * jax.random.normal(jax.random.fold_in(jax.random.key(0), i))
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "i": i0 + n}

# %% wrong: key used directly each step
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}
def run(state, n):
    w, opt, i0 = state["w"], state["opt"], state["i"]
    for i in range(i0, i0 + n):
        x = data[i % 4] + noise * jax.random.normal(state["key"])
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": state["key"], "i": i0 + n}

# %% wrong: keys = split(key, n)
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}
def run(state, n):
    w, opt, i0 = state["w"], state["opt"], state["i"]
    key, *subs = jax.random.split(state["key"], n + 1)
    for i in range(i0, i0 + n):
        x = data[i % 4] + noise * jax.random.normal(subs[i - i0])
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": key, "i": i0 + n}

# %% wrong: splits only once a run
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}
def run(state, n):
    w, opt, i0 = state["w"], state["opt"], state["i"]
    key, sub = jax.random.split(state["key"])
    for i in range(i0, i0 + n):
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": key, "i": i0 + n}

# %% wrong: key only, no position
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key}
def run(state, n):
    w, opt, key = state["w"], state["opt"], state["key"]
    for i in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": key}

# %% wrong: position only, key(0) anew
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "i": 0}
def run(state, n):
    w, opt, i0 = state["w"], state["opt"], state["i"]
    key = jax.random.key(0)
    for i in range(i0, i0 + n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "i": i0 + n}

# %% wrong: global counter
pos = 0
def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key}
def run(state, n):
    global pos
    w, opt, key = state["w"], state["opt"], state["key"]
    for i in range(n):
        key, sub = jax.random.split(key)
        x = data[pos % 4] + noise * jax.random.normal(sub)
        pos += 1
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": key}
