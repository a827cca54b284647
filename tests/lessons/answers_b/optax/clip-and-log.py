# %% start
import optax

# %% right: chain
def make(limit, lr):
    return optax.chain(optax.clip_by_global_norm(limit), optax.sgd(lr))

# %% right: scale
def make(limit, lr):
    return optax.chain(optax.clip_by_global_norm(limit), optax.scale(-lr))

# %% right: keyword lambda
make = lambda limit, lr: optax.chain(optax.clip_by_global_norm(max_norm=limit), optax.sgd(learning_rate=lr))

# %% right: hand-written
def make(limit, lr):
    def init(params):
        return optax.EmptyState()
    def update(grads, state, params=None):
        n = optax.global_norm(grads)
        f = jnp.where(n > limit, limit / n, 1.0)
        return jax.tree.map(lambda g: -lr * f * g, grads), state
    return optax.GradientTransformation(init, update)

# %% right: stateless
def make(limit, lr):
    def f(g, p):
        norm = jnp.sqrt(sum(jnp.sum(x ** 2) for x in jax.tree.leaves(g)))
        s = jnp.minimum(1.0, limit / jnp.maximum(norm, 1e-12))
        return jax.tree.map(lambda x: x * s * -lr, g)
    return optax.stateless(f)

# %% right: named links
from optax import chain, clip_by_global_norm, sgd
def make(limit, lr):
    """Clip, then go."""
    links = [clip_by_global_norm(limit), sgd(lr)]
    print(len(links))
    return chain(*links)

# %% right: scale_by_learning_rate
def make(limit, lr):
    clip = optax.clip_by_global_norm(limit)
    return optax.chain(clip, optax.identity(), optax.scale_by_learning_rate(lr))

# %% right: inject hyperparams
def make(limit, lr):
    return optax.chain(optax.clip_by_global_norm(limit), optax.inject_hyperparams(optax.sgd)(learning_rate=lr))

# %% right: wrapped
def make(limit, lr):
    inner = optax.sgd(lr)
    def update(g, s, p=None):
        n = optax.global_norm(g)
        g = jax.tree.map(lambda x: jnp.where(n <= limit, x, x / n * limit), g)
        return inner.update(g, s, p)
    return optax.GradientTransformation(inner.init, update)

# %% wrong: order
def make(limit, lr):
    return optax.chain(optax.sgd(lr), optax.clip_by_global_norm(limit))

# %% wrong: elementwise clip
def make(limit, lr):
    return optax.chain(optax.clip(limit), optax.sgd(lr))

# %% wrong: per-leaf
def make(limit, lr):
    return optax.chain(optax.clip_by_block_rms(limit), optax.sgd(lr))

# %% wrong: no clip
def make(limit, lr):
    return optax.sgd(lr)

# %% wrong: ascent
def make(limit, lr):
    return optax.chain(optax.clip_by_global_norm(limit), optax.scale(lr))

# %% wrong: const limit
def make(limit, lr):
    return optax.chain(optax.clip_by_global_norm(1.0), optax.sgd(lr))

# %% wrong: const lr
def make(limit, lr):
    return optax.chain(optax.clip_by_global_norm(limit), optax.sgd(0.1))

# %% wrong: adam
def make(limit, lr):
    return optax.chain(optax.clip_by_global_norm(limit), optax.adam(lr))

# %% wrong: momentum
def make(limit, lr):
    return optax.chain(optax.clip_by_global_norm(limit), optax.sgd(lr, momentum=0.9))

# %% wrong: always normalizes
def make(limit, lr):
    return optax.chain(optax.normalize_by_update_norm(limit), optax.sgd(lr))

# %% wrong: normalizes hand
def make(limit, lr):
    def update(g, s, p=None):
        n = optax.global_norm(g)
        return jax.tree.map(lambda x: -lr * x / n * limit, g), s
    return optax.GradientTransformation(lambda p: optax.EmptyState(), update)

# %% wrong: swapped
def make(limit, lr):
    return optax.chain(optax.clip_by_global_norm(lr), optax.sgd(limit))

# %% wrong: tuple
def make(limit, lr):
    return optax.clip_by_global_norm(limit), optax.sgd(lr)

# %% wrong: clip only
def make(limit, lr):
    return optax.clip_by_global_norm(limit)

# %% wrong: limit times lr
def make(limit, lr):
    return optax.chain(optax.clip_by_global_norm(limit * lr), optax.sgd(lr))

# %% wrong: squared norm
def make(limit, lr):
    def update(g, s, p=None):
        n = sum(jnp.sum(x ** 2) for x in jax.tree.leaves(g))
        f = jnp.minimum(1.0, limit / n)
        return jax.tree.map(lambda x: -lr * x * f, g), s
    return optax.GradientTransformation(lambda p: optax.EmptyState(), update)

# %% wrong: per leaf norm
def make(limit, lr):
    def update(g, s, p=None):
        def one(x):
            n = jnp.linalg.norm(jnp.ravel(x))
            return -lr * x * jnp.minimum(1.0, limit / jnp.maximum(n, 1e-9))
        return jax.tree.map(one, g), s
    return optax.GradientTransformation(lambda p: optax.EmptyState(), update)

# %% wrong: list chain
def make(limit, lr):
    return optax.chain([optax.clip_by_global_norm(limit), optax.sgd(lr)])

# %% wrong: no return
def make(limit, lr):
    optax.chain(optax.clip_by_global_norm(limit), optax.sgd(lr))

# %% wrong: zero above
def make(limit, lr):
    def update(g, s, p=None):
        n = optax.global_norm(g)
        f = jnp.where(n > limit, 0.0, 1.0)
        return jax.tree.map(lambda x: -lr * x * f, g), s
    return optax.GradientTransformation(lambda p: optax.EmptyState(), update)
