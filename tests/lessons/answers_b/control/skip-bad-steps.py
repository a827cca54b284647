# %% right: sum of 0*g
def guarded(p, g, lr):
    bad = sum(jnp.sum(~jnp.isfinite(v)) for v in jax.tree.leaves(g))
    new = jax.tree.map(lambda a, d: a - lr * d, p, g)
    return jax.tree.map(lambda n, o: jax.lax.select(jnp.broadcast_to(bad == 0, jnp.shape(o)), jnp.asarray(n), jnp.asarray(o)), new, p)

# %% right: ravel
from jax.flatten_util import ravel_pytree
def guarded(p, g, lr):
    flat, _ = ravel_pytree(g)
    ok = jnp.isfinite(flat).all()
    safe = jax.tree.map(lambda d: jnp.where(ok, d, 0), g)
    return jax.tree.map(lambda a, d: a - lr * d, p, safe)

# %% right: optax-like, jit
@jax.jit
def guarded(p, g, lr):
    leaves, form = jax.tree.flatten(p)
    slopes = jax.tree.leaves(g)
    ok = True
    for d in slopes:
        ok = ok & jnp.isfinite(d).all()
    return form.unflatten([jnp.where(ok, a - lr * d, a) for a, d in zip(leaves, slopes)])

# %% right: max abs
def guarded(p, g, lr):
    top = jax.tree.reduce(lambda m, d: jnp.maximum(m, jnp.abs(d).max()), g, 0.0)
    ok = jnp.isfinite(top)
    return jax.tree.map(lambda a, d: jnp.where(ok, a - lr * d, a), p, g)

# %% wrong: per entry
def guarded(p, g, lr):
    return jax.tree.map(lambda a, d: jnp.where(jnp.isfinite(d), a - lr * d, a), p, g)

# %% wrong: any finite
def guarded(p, g, lr):
    ok = jnp.array([jnp.isfinite(v).any() for v in jax.tree.leaves(g)]).all()
    return jax.tree.map(lambda a, d: jnp.where(ok, a - lr * d, a), p, g)

# %% wrong: sum finite (inf - inf)
def guarded(p, g, lr):
    total = sum(jnp.sum(v) for v in jax.tree.leaves(g))
    ok = ~jnp.isnan(total)
    return jax.tree.map(lambda a, d: jnp.where(ok, a - lr * d, a), p, g)

# %% wrong: large is bad
def guarded(p, g, lr):
    ok = jnp.array([(jnp.abs(v) < 100).all() for v in jax.tree.leaves(g)]).all()
    return jax.tree.map(lambda a, d: jnp.where(ok, a - lr * d, a), p, g)

# %% wrong: no inf negative
def guarded(p, g, lr):
    ok = jnp.array([(v < jnp.inf).all() for v in jax.tree.leaves(g)]).all()
    return jax.tree.map(lambda a, d: jnp.where(ok, a - lr * d, a), p, g)

# %% wrong: flat list back
def guarded(p, g, lr):
    ok = jnp.array([jnp.isfinite(v).all() for v in jax.tree.leaves(g)]).all()
    return [jnp.where(ok, a - lr * d, a) for a, d in zip(jax.tree.leaves(p), jax.tree.leaves(g))]
