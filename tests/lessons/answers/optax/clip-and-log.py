# %% right: chain
import optax


def make(limit, lr):
    return optax.chain(optax.clip_by_global_norm(limit), optax.sgd(lr))

# %% right: links by name, the rate as a scale
from optax import chain, clip_by_global_norm, scale

make = lambda limit, lr: chain(clip_by_global_norm(max_norm=limit), scale(-lr))

# %% right: two functions of one's own
import optax


def make(limit, lr):
    def init(params):
        return ()

    def update(grads, state, params=None):
        norm = optax.global_norm(grads)
        factor = jnp.where(norm > limit, limit / norm, 1.0)
        return jax.tree.map(lambda g: -lr * factor * g, grads), state

    return optax.GradientTransformation(init, update)

# %% right: one inside of the other
import optax


def make(limit, lr):
    clip, descend = optax.clip_by_global_norm(limit), optax.sgd(lr)

    def init(params):
        return clip.init(params), descend.init(params)

    def update(grads, state, params=None):
        first, second = state
        grads, first = clip.update(grads, first, params)
        grads, second = descend.update(grads, second, params)
        return grads, (first, second)

    return optax.GradientTransformation(init, update)

# %% right: the rate as a schedule
import optax


def make(limit: float, lr: float) -> optax.GradientTransformation:
    links = [optax.clip_by_global_norm(limit)]
    links.append(optax.scale_by_learning_rate(optax.constant_schedule(lr)))
    return optax.chain(*links)
