# %% starter
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    best = w
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = w
    return best


w = jnp.array([3.0, 4.0])
xs = jnp.array([[1.0, 0.0], [9.0, 9.0]])
print(train(w, xs, lambda w: jnp.sum(w * w)))
print(w)

# %% solution: copies
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    best, w = w, jnp.copy(w)
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = jnp.copy(w)
    return best

# %% solution: the step works on a copy
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    best = w
    for x in xs:
        w = step(w.copy(), x)
        if loss(w) < loss(best):
            best = w
    return best

# %% solution: chosen with where
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    best, lowest = w, loss(w)
    w = jnp.array(w)
    for x in xs:
        w = step(w, x)
        now = loss(w)
        best = jnp.where(now < lowest, w, best)
        lowest = jnp.minimum(now, lowest)
    return best

# %% wrong: clinic/donated-buffer
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    best = w
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = w
    return best

# %% wrong: clinic/donated-buffer
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    best = jnp.copy(w)
    w = jnp.copy(w)
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = w
    return best

# %% wrong: no-longer-donates
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move)


def train(w, xs, loss):
    best = w
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = w
    return best

# %% wrong: no-longer-donates
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=1)


def train(w, xs, loss):
    best = w
    for x in xs:
        w = step(w, jnp.copy(x))
        if loss(w) < loss(best):
            best = w
    return best

# %% wrong: caller-lost
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    best = jnp.copy(w)
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = jnp.copy(w)
    return best

# %% wrong: last-not-best
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    w = jnp.copy(w)
    for x in xs:
        w = step(w, x)
    return w

# %% wrong: first-not-best
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    best, w = w, jnp.copy(w)
    lowest = loss(best)
    for x in xs:
        w = step(w, x)
        lowest = min(lowest, loss(w))
    return best

# %% wrong: worst
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    best, w = w, jnp.copy(w)
    for x in xs:
        w = step(w, x)
        if loss(w) > loss(best):
            best = jnp.copy(w)
    return best

# %% wrong: start-left-out
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    best, w = None, jnp.copy(w)
    for x in xs:
        w = step(w, x)
        if best is None or loss(w) < loss(best):
            best = jnp.copy(w)
    return best

# %% wrong: step-unused
def move(w, x):
    return w + 0.5 * (x - w)


step = jax.jit(move, donate_argnums=0)


def train(w, xs, loss):
    best = w
    for x in xs:
        w = move(w, x)
        if loss(w) < loss(best):
            best = w
    return best

# %% probe
import jax.numpy as jnp


def run(w, xs, target):
    def loss(v):
        return jnp.sum((v - target) ** 2)

    w = jnp.array(w)
    best = learner.train(w, xs, loss)
    return best, w.is_deleted()


def programs():
    """How many programs `step` has in its cache; 0 for one that has no cache of its own."""
    size = getattr(learner.step, "_cache_size", None)
    return size() if size else 0


def uses_step(w, xs):
    """Also under another name: a new shape is new to the cache of a jitted `step`."""
    before = programs()
    with spy("step") as calls:
        learner.train(jnp.array(w), xs, jnp.sum)
    return bool(calls) or programs() > before


def donates(w, x):
    w = jnp.array(w)
    moved = learner.step(w, jnp.array(x))
    return moved, w.is_deleted()


# %% check
import jax.numpy as jnp

from tutor.checking import expect, need


def check(learner, reference, rng):
    steps = 5
    for n in (2, rng.whole(3, 9), rng.whole(3, 9), 1):
        w, xs = rng.normal(n, scale=2.0), rng.normal(steps, n, scale=3.0)
        # One point lies far away: neither the first nor the last is the worst.
        xs = xs.at[3].add(40.0)
        path = [w]
        for x in xs:
            path.append(path[-1] + 0.5 * (x - path[-1]))
        for at in (2, 0, 4, steps):
            target = path[at] + 0.001
            best, deleted = learner.probe("run", w, xs, target)
            losses = jnp.array([jnp.sum((v - target) ** 2) for v in path])
            second = 1 + int(jnp.argmin(losses[1:]))
            expect(
                best,
                path[at],
                tol=1e-3,
                inputs={"w": w},
                mistakes={
                    "last-not-best": path[-1] if at not in (0, steps) else jnp.inf * w,
                    "first-not-best": w if at else jnp.inf * w,
                    "worst": path[int(jnp.argmax(losses))],
                    "start-left-out": path[second] if at == 0 else jnp.inf * w,
                },
            )
            need(not deleted, "caller-lost")
    w, x = rng.normal(6), rng.normal(6)
    moved, deleted = learner.probe("donates", w, x)
    expect(moved, w + 0.5 * (x - w), tol=1e-3, inputs={"w": w, "x": x})
    need(deleted, "no-longer-donates")
    used = learner.probe("uses_step", rng.normal(11), rng.normal(steps, 11))
    need(used, "step-unused")
