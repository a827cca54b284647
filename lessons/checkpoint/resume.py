# %% starter
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w)}


def run(state, n):
    w, opt = state["w"], state["opt"]
    key = jax.random.key(0)
    for i in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt}


s = fresh(jnp.zeros(()), jax.random.key(1))
print(run(s, 6)["w"], run(run(s, 3), 3)["w"])

# %% solution: key and position travel along
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    w, opt = state["w"], state["opt"]
    key, i = state["key"], state["i"]
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
        i = i + 1
    return {"w": w, "opt": opt, "key": key, "i": i}

# %% solution: fold_in
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    s = dict(state)
    for i in range(s["i"], s["i"] + n):
        sub = jax.random.fold_in(s["key"], i)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, s["opt"] = tx.update(
            s["w"] - x, s["opt"], s["w"]
        )
        s["w"] = optax.apply_updates(s["w"], updates)
    s["i"] += n
    return s

# %% solution: scan
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {
        "w": w,
        "opt": tx.init(w),
        "key": key,
        "i": jnp.array(0),
    }


def one(s, _):
    key, sub = jax.random.split(s["key"])
    x = data[s["i"] % 4] + noise * jax.random.normal(sub)
    updates, opt = tx.update(s["w"] - x, s["opt"])
    w = optax.apply_updates(s["w"], updates)
    i = s["i"] + 1
    return {"w": w, "opt": opt, "key": key, "i": i}, 0


def run(state, n):
    return jax.lax.scan(one, state, length=n)[0]

# %% solution: the optimizer counts
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key}


def run(state, n):
    w, opt, key = state["w"], state["opt"], state["key"]
    for _ in range(n):
        key, sub = jax.random.split(key)
        i = opt[0].count % 4
        x = data[i] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": key}

# %% wrong: starts-over
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w)}


def run(state, n):
    w, opt = state["w"], state["opt"]
    key = jax.random.key(0)
    for i in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt}

# %% wrong: data-restart
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    w, opt = state["w"], state["opt"]
    key, i = state["key"], 0
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
        i = i + 1
    return {"w": w, "opt": opt, "key": state["key"], "i": 0}

# %% wrong: data-restart
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


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

# %% wrong: noise-restart
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    w, opt = state["w"], state["opt"]
    key, i = state["key"], state["i"]
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
        i = i + 1
    return {"w": w, "opt": opt, "key": state["key"], "i": i}

# %% wrong: noise-restart
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "i": 0}


def run(state, n):
    w, opt, i = state["w"], state["opt"], state["i"]
    key = jax.random.key(0)
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
        i = i + 1
    return {"w": w, "opt": opt, "i": i}

# %% wrong: optimizer-restart
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    w = state["w"]
    opt = tx.init(w)
    key, i = state["key"], state["i"]
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
        i = i + 1
    return {"w": w, "opt": opt, "key": key, "i": i}

# %% wrong: caller-key-ignored
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    key = jax.random.key(0)
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    w, opt = state["w"], state["opt"]
    key, i = state["key"], state["i"]
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
        i = i + 1
    return {"w": w, "opt": opt, "key": key, "i": i}

# %% wrong: same-noise
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    w, opt = state["w"], state["opt"]
    key, i = state["key"], state["i"]
    for _ in range(n):
        x = data[i % 4] + noise * jax.random.normal(key)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
        i = i + 1
    return {"w": w, "opt": opt, "key": key, "i": i}

# %% wrong: changed-input
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    for _ in range(n):
        state["key"], sub = jax.random.split(state["key"])
        x = data[state["i"] % 4]
        x = x + noise * jax.random.normal(sub)
        updates, state["opt"] = tx.update(
            state["w"] - x, state["opt"]
        )
        state["w"] = state["w"] + updates
        state["i"] += 1
    return state

# %% wrong: noise-gone
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    w, opt = state["w"], state["opt"]
    key, i = state["key"], state["i"]
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4]
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
        i = i + 1
    return {"w": w, "opt": opt, "key": key, "i": i}

# %% wrong: data-not-in-order
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    w, opt = state["w"], state["opt"]
    key, i = state["key"], state["i"]
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": key, "i": i}

# %% wrong: other-noise
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    w, opt = state["w"], state["opt"]
    key, i = state["key"], state["i"]
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.uniform(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
        i = i + 1
    return {"w": w, "opt": opt, "key": key, "i": i}

# %% wrong: wrong-value
import optax

tx = optax.adam(0.1)
data = jnp.arange(4.0)
noise = 0.5


def fresh(w, key):
    return {"w": w, "opt": tx.init(w), "key": key, "i": 0}


def run(state, n):
    w, opt, key = state["w"], state["opt"], state["key"]
    for i in range(state["i"], state["i"] + n):
        key, sub = jax.random.split(key)
        x = data[i % 4] + noise * jax.random.normal(sub)
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return {"w": w, "opt": opt, "key": key, "i": n}

# %% probe
import contextlib

import jax
import optax


@contextlib.contextmanager
def other(**values):
    """Other globals, also for what is compiled already."""
    with replaced(**values):
        jax.clear_caches()
        yield
    jax.clear_caches()


def whole(w, key, n):
    return learner.run(learner.fresh(w, key), n)["w"]


def parts(w, key, a, b):
    return learner.run(learner.run(learner.fresh(w, key), a), b)["w"]


def quiet(w, key, a, b):
    """In one go, in two parts and in three, with the noise switched off."""
    with other(noise=0.0):
        state = learner.run(learner.run(learner.fresh(w, key), a), b)
        return whole(w, key, a + b), state["w"], learner.run(state, a)["w"]


def after_another(w, key, n):
    """A run from a state from which there was a run before."""
    s = learner.fresh(w, key)
    learner.run(s, 2)
    return learner.run(s, n)["w"]


def walk(w, key, n):
    """The same with plain steps that keep what they are given: one size, and no memory."""
    plain = optax.chain(optax.scale_by_schedule(lambda count: -1.0))
    with other(tx=plain):
        s = learner.fresh(w, key)
        found = []
        for _ in range(n):
            s = learner.run(s, 1)
            found.append(s["w"])
        return found

# %% check
import jax.numpy as jnp
import optax

from tutor.checking import close, expect, looks_normal, need


def quiet(w, n, restart=None, forget=None):
    """What the data alone do; with the data, or the optimizer, begun anew after some steps."""
    tx = optax.adam(0.1)
    opt = tx.init(w)
    for i in range(n):
        if i == forget:
            opt = tx.init(w)
        x = jnp.arange(4.0)[(i - restart if restart and i >= restart else i) % 4]
        updates, opt = tx.update(w - x, opt, w)
        w = optax.apply_updates(w, updates)
    return w


def check(learner, reference, rng):
    for a, b in ((3, 2), (1, 6)):
        w, (key, other) = rng.normal(), rng.keys(2)
        n = a + b
        alone, joined, more = learner.probe("quiet", w, key, a, b)
        expect(alone, quiet(w, n), "data-not-in-order",
               inputs={"w": w, "n": n})
        both = close(joined, quiet(w, n, restart=a))
        one, two = learner.probe("whole", w, key, n), learner.probe("whole", w, other, n)
        need(not close(one, quiet(w, n)), "noise-gone")
        split = learner.probe("parts", w, key, a, b)
        if both:
            need(close(one, two), "data-restart", joined, quiet(w, n))
            need(False, "starts-over", split, one)
        need(not close(joined, quiet(w, n, forget=a)), "optimizer-restart", joined, quiet(w, n))
        expect(joined, quiet(w, n), inputs={"w": w, "a": a, "b": b})
        expect(more, quiet(w, n + a), inputs={"w": w, "parts": (a, b, a)})
        need(close(split, one), "noise-restart", split, one)
        need(not close(one, two), "caller-key-ignored")
        if a == 3:
            used = learner.probe("after_another", w, key, n)
            need(close(used, one), "changed-input", used, one)
    steps = learner.probe("walk", w, key, 300)
    noise = jnp.stack([v - jnp.arange(4.0)[i % 4] for i, v in enumerate(steps)])
    need(float(jnp.std(noise)) > 1e-3, "same-noise")
    told = f"mean {float(noise.mean()):.2f}, spread {float(noise.std()):.2f}"
    need(looks_normal(noise, std=0.5), "other-noise", told, "mean 0, spread 0.5")
