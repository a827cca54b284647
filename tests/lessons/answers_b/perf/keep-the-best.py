# %% right: copies
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = jnp.copy(w)
    w = jnp.copy(w)
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = jnp.copy(w)
    return best

# %% right: array copy method, stored loss
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    w = w.copy()
    best, lowest = w.copy(), loss(w)
    for i in range(len(xs)):
        w = step(w, xs[i])
        now = loss(w)
        if now < lowest:
            best, lowest = w.copy(), now
    return best

# %% right: numpy
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    kept = np.array(w)
    current = jnp.array(w, copy=True)
    low = float(loss(current))
    for x in xs:
        current = step(current, x)
        value = float(loss(current))
        if value < low:
            kept, low = np.array(current), value
    return jnp.asarray(kept)

# %% right: step copy (donates the copy)
from functools import partial
@partial(jax.jit, donate_argnums=(0,))
def step(w, x):
    return w + 0.5 * (x - w)
def train(w, xs, loss):
    best = w
    for x in xs:
        w = step(jnp.copy(w), x)
        if loss(w) < loss(best):
            best = w
    return best

# %% right: list + min
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    seen = [w]
    for x in xs:
        seen.append(step(seen[-1].copy(), x))
    return min(seen, key=loss)

# %% right: jnp.where and tree map
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
copy = lambda t: jax.tree.map(jnp.copy, t)
def train(w, xs, loss):
    best = copy(w)
    w = copy(w)
    for x in xs:
        w = step(w, x)
        best = jnp.where(loss(w) < loss(best), w, best)
    return best

# %% right: + 0
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best, w = w + 0, w + 0
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = w + 0
    return best

# %% right: return caller's w when best
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = w
    w = jnp.array(w)
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = jnp.array(w)
    return best

# %% right: donate_argnames
@jax.jit
def unused(w): return w
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnames="w")
def train(w, xs, loss):
    best = w
    for x in xs:
        w = step(w.copy(), x)
        if loss(w) < loss(best):
            best = w
    return best

# %% wrong: as given
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

# %% wrong: donation removed
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

# %% wrong: copies start only
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

# %% wrong: copies best only (caller's w gone)
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

# %% wrong: returns last
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    w = jnp.copy(w)
    for x in xs:
        w = step(w, x)
    return w

# %% wrong: start excluded
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = None
    w = jnp.copy(w)
    for x in xs:
        w = step(w, x)
        if best is None or loss(w) < loss(best):
            best = jnp.copy(w)
    return best

# %% wrong: largest
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = jnp.copy(w)
    w = jnp.copy(w)
    for x in xs:
        w = step(w, x)
        if loss(w) > loss(best):
            best = jnp.copy(w)
    return best

# %% wrong: returns w untouched
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = w
    return best

# %% wrong: move instead of step
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

# %% wrong: donates x
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=1)
def train(w, xs, loss):
    best = w
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = w
    return best

# %% wrong: step restarts from start
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = w
    for x in xs:
        new = step(w.copy(), x)
        if loss(new) < loss(best):
            best = new
    return best

# %% wrong: step from best
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = w
    for x in xs:
        new = step(best.copy(), x)
        if loss(new) < loss(best):
            best = new
    return best

# %% wrong: compares with previous only
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = w
    prev = loss(w)
    for x in xs:
        w = step(w.copy(), x)
        l = loss(w)
        if l < prev:
            best = w
        prev = l
    return best

# %% wrong: hard-coded loss
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    loss = lambda w: jnp.sum(w * w)
    best = w
    for x in xs:
        w = step(w.copy(), x)
        if loss(w) < loss(best):
            best = w
    return best

# %% wrong: returns loss too
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = w
    for x in xs:
        w = step(w.copy(), x)
        if loss(w) < loss(best):
            best = w
    return best, loss(best)

# %% wrong: last step skipped
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = w
    for x in xs[:-1]:
        w = step(w.copy(), x)
        if loss(w) < loss(best):
            best = w
    return best

# %% wrong: best before step
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = w
    for x in xs:
        if loss(w) < loss(best):
            best = w
        w = step(w.copy(), x)
    return best

# %% wrong: alias only
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    keep = w
    best = keep
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = w
    return best

# %% wrong: asarray no copy
def move(w, x):
    return w + 0.5 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = jnp.asarray(w)
    w = jnp.asarray(w)
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = jnp.asarray(w)
    return best

# %% wrong: rate changed
def move(w, x):
    return w + 0.1 * (x - w)
step = jax.jit(move, donate_argnums=0)
def train(w, xs, loss):
    best = w
    for x in xs:
        w = step(w.copy(), x)
        if loss(w) < loss(best):
            best = w
    return best

# %% wrong: step that donates nothing but keeps the argument
def move(w, x):
    return w + 0.5 * (x - w)
def step(w, x):
    return jax.jit(move, donate_argnums=0)(w.copy(), x)
def train(w, xs, loss):
    best = w
    for x in xs:
        w = step(w, x)
        if loss(w) < loss(best):
            best = w
    return best
