# %% right: loop-list
def accumulated(loss, w, parts):
    total = jax.tree.map(jnp.zeros_like, w)
    for part in parts:
        g = jax.grad(loss)(w, part)
        total = jax.tree.map(jnp.add, total, g)
    return jax.tree.map(lambda t: t / len(parts), total)

# %% right: grad of mean loss
def accumulated(loss, w, parts):
    def mean_loss(w):
        return sum(loss(w, p) for p in parts) / len(parts)
    return jax.grad(mean_loss)(w)

# %% right: scan over stacked
def accumulated(loss, w, parts):
    parts = jnp.stack(parts)
    def body(acc, part):
        g = jax.grad(loss)(w, part)
        return jax.tree.map(lambda a, b: a + b, acc, g), None
    zero = jax.tree.map(lambda l: jnp.zeros(jnp.shape(l), jnp.float32), w)
    acc, _ = jax.lax.scan(body, zero, parts)
    return jax.tree.map(lambda a: a / parts.shape[0], acc)

# %% right: vmap mean
def accumulated(loss, w, parts):
    gs = jax.vmap(jax.grad(loss), in_axes=(None, 0))(w, jnp.stack(parts))
    return jax.tree.map(lambda g: g.mean(axis=0), gs)

# %% right: reduce tree_util
from functools import reduce, partial
def add(a, b):
    return jax.tree_util.tree_map(lambda u, v: u + v, a, b)
def accumulated(loss, w, parts):
    """Mean gradient."""
    grads = [jax.grad(loss)(w, p) for p in parts]
    s = reduce(add, grads)
    return jax.tree_util.tree_map(lambda leaf: leaf / len(grads), s)

# %% right: value_and_grad running mean
def accumulated(loss, w, parts):
    vg = jax.jit(jax.value_and_grad(loss, argnums=0))
    mean = None
    for i, p in enumerate(parts):
        v, g = vg(w, p)
        mean = g if mean is None else jax.tree.map(lambda m, x: m + (x - m) / (i + 1), mean, g)
    return mean

# %% right: star tree map
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, p) for p in parts]
    return jax.tree.map(lambda *g: sum(g) / len(g), *grads)

# %% right: mean of stack, lambda
accumulated = lambda loss, w, parts: jax.tree.map(lambda *g: jnp.mean(jnp.stack(g), 0), *(jax.grad(loss)(w, p) for p in parts))

# %% right: lax.map
def accumulated(loss, w, parts):
    gs = jax.lax.map(lambda p: jax.grad(loss)(w, p), jnp.stack(parts))
    return jax.tree.map(lambda g: jnp.mean(g, axis=0), gs)

# %% wrong: sum
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, p) for p in parts]
    return jax.tree.map(lambda *g: sum(g), *grads)

# %% wrong: half
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, p) for p in parts]
    return jax.tree.map(lambda *g: sum(g)/2, *grads)

# %% wrong: first
def accumulated(loss, w, parts):
    return jax.grad(loss)(w, parts[0])

# %% wrong: last only (overwritten)
def accumulated(loss, w, parts):
    for p in parts:
        g = jax.grad(loss)(w, p)
    return jax.tree.map(lambda a: a/len(parts), g)

# %% wrong: last
def accumulated(loss, w, parts):
    for p in parts:
        g = jax.grad(loss)(w, p)
    return g

# %% wrong: first two only
def accumulated(loss, w, parts):
    a, b = parts[0], parts[1]
    return jax.tree.map(lambda x, y: (x+y)/2, jax.grad(loss)(w, a), jax.grad(loss)(w, b))

# %% wrong: global loss
def loss(w, x):
    return jnp.mean((w - x) ** 2)
def accumulated(loss_, w, parts):
    grads = [jax.grad(loss)(w, p) for p in parts]
    return jax.tree.map(lambda *g: sum(g)/len(g), *grads)

# %% wrong: argnums 1
def accumulated(loss, w, parts):
    grads = [jax.grad(loss, argnums=1)(w, p) for p in parts]
    return jax.tree.map(lambda *g: sum(g)/len(g), *grads)

# %% wrong: no trees
def accumulated(loss, w, parts):
    total = 0.0
    for p in parts:
        total = total + jax.grad(loss)(w, p)
    return total / len(parts)

# %% wrong: early return
def accumulated(loss, w, parts):
    total = jax.tree.map(jnp.zeros_like, w)
    for p in parts:
        total = jax.tree.map(jnp.add, total, jax.grad(loss)(w, p))
        return jax.tree.map(lambda a: a/len(parts), total)

# %% wrong: concat parts - ok for mean? not for arbitrary loss
def accumulated(loss, w, parts):
    return jax.grad(loss)(w, jnp.concatenate(parts))

# %% wrong: divides by rows
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, p) for p in parts]
    n = sum(p.shape[0] for p in parts)
    return jax.tree.map(lambda *g: sum(g)/n, *grads)

# %% wrong: minus one
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, p) for p in parts]
    return jax.tree.map(lambda *g: sum(g)/(len(g)-1+1e-9), *grads)

# %% wrong: zip drops last
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, p) for p in parts[:-1]]
    return jax.tree.map(lambda *g: sum(g)/len(parts), *grads)

# %% wrong: negative
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, p) for p in parts]
    return jax.tree.map(lambda *g: -sum(g)/len(g), *grads)

# %% wrong: returns loss too
def accumulated(loss, w, parts):
    vals = [jax.value_and_grad(loss)(w, p) for p in parts]
    return sum(v for v, _ in vals)/len(vals), jax.tree.map(lambda *g: sum(g)/len(g), *[g for _, g in vals])

# %% wrong: no return
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, p) for p in parts]
    jax.tree.map(lambda *g: sum(g)/len(g), *grads)

# %% wrong: updated weights between parts
def accumulated(loss, w, parts):
    total = jax.tree.map(jnp.zeros_like, w)
    for p in parts:
        g = jax.grad(loss)(w, p)
        w = jax.tree.map(lambda a, b: a - 0.1*b, w, g)
        total = jax.tree.map(jnp.add, total, g)
    return jax.tree.map(lambda a: a/len(parts), total)

# %% wrong: mean loss returned
def accumulated(loss, w, parts):
    return sum(loss(w, p) for p in parts) / len(parts)

# %% wrong: constant zeros
def accumulated(loss, w, parts):
    return jax.tree.map(jnp.zeros_like, w)

# %% wrong: flat vector
def accumulated(loss, w, parts):
    from jax.flatten_util import ravel_pytree
    gs = [ravel_pytree(jax.grad(loss)(w, p))[0] for p in parts]
    return sum(gs)/len(gs)

# %% wrong: dict only
def accumulated(loss, w, parts):
    if not isinstance(w, dict):
        return sum(jax.grad(loss)(w, p) for p in parts)/len(parts)
    grads = [jax.grad(loss)(w, p) for p in parts]
    return {k: sum(g[k] for g in grads)/len(grads) for k in w}
