# %% solution: the cell first
def rnn(W, U, xs):
    def cell(h, x):
        h = jnp.tanh(W @ h + U @ x)
        return h, h
    h0 = jnp.zeros(W.shape[0])
    last, hs = jax.lax.scan(cell, h0, xs)
    return hs

# %% solution: the start first
def rnn(W, U, xs):
    h0 = jnp.zeros(W.shape[0])
    def cell(h, x):
        h = jnp.tanh(W @ h + U @ x)
        return h, h
    last, hs = jax.lax.scan(cell, h0, xs)
    return hs

# %% distractors
        return h
    h0 = jnp.zeros(xs.shape[1])
    return last

# %% wrong: one-value
def rnn(W, U, xs):
    def cell(h, x):
        h = jnp.tanh(W @ h + U @ x)
        return h
    h0 = jnp.zeros(W.shape[0])
    last, hs = jax.lax.scan(cell, h0, xs)
    return hs

# %% wrong: start-size
def rnn(W, U, xs):
    def cell(h, x):
        h = jnp.tanh(W @ h + U @ x)
        return h, h
    h0 = jnp.zeros(xs.shape[1])
    last, hs = jax.lax.scan(cell, h0, xs)
    return hs

# %% wrong: last-only
def rnn(W, U, xs):
    def cell(h, x):
        h = jnp.tanh(W @ h + U @ x)
        return h, h
    h0 = jnp.zeros(W.shape[0])
    last, hs = jax.lax.scan(cell, h0, xs)
    return last

# %% wrong: used-too-early
def rnn(W, U, xs):
    def cell(h, x):
        h = jnp.tanh(W @ h + U @ x)
        return h, h
    last, hs = jax.lax.scan(cell, h0, xs)
    h0 = jnp.zeros(W.shape[0])
    return hs

# %% wrong: used-too-early
def rnn(W, U, xs):
    h0 = jnp.zeros(W.shape[0])
    last, hs = jax.lax.scan(cell, h0, xs)
    def cell(h, x):
        h = jnp.tanh(W @ h + U @ x)
        return h, h
    return hs

# %% wrong: old-state
def rnn(W, U, xs):
    def cell(h, x):
        return h, h
        h = jnp.tanh(W @ h + U @ x)
    h0 = jnp.zeros(W.shape[0])
    last, hs = jax.lax.scan(cell, h0, xs)
    return hs

# %% wrong: no-return
def rnn(W, U, xs):
    def cell(h, x):
        h = jnp.tanh(W @ h + U @ x)
        return h, h
    h0 = jnp.zeros(W.shape[0])
    last, hs = jax.lax.scan(cell, h0, xs)

# %% wrong: left-over
def rnn(W, U, xs):
    def cell(h, x):
        h = jnp.tanh(W @ h + U @ x)
        return h, h
        return h
    h0 = jnp.zeros(W.shape[0])
    last, hs = jax.lax.scan(cell, h0, xs)
    return hs

# %% wrong: left-over
def rnn(W, U, xs):
    def cell(h, x):
        h = jnp.tanh(W @ h + U @ x)
        return h, h
    h0 = jnp.zeros(xs.shape[1])
    h0 = jnp.zeros(W.shape[0])
    last, hs = jax.lax.scan(cell, h0, xs)
    return hs
    return last

# %% check
import jax.numpy as jnp

from tutor.checking import expect, need, on_error, unchanged

STRANGERS = {"return h", "h0 = jnp.zeros(xs.shape[1])", "return last"}

errors = [
    on_error("TypeError", r"must be a pair", "one-value"),
    on_error(("TypeError", "ValueError"), r"dot_general|matmul", "start-size"),
    on_error("NameError", r"\b(h0|cell|h)\b", "used-too-early"),
]


def check(learner, reference, rng):
    for steps in (6, 1, 9):
        units, width = rng.sizes(2, 2, 6)
        W, U = rng.normal(units, units, scale=0.5), rng.normal(units, width)
        xs = rng.normal(steps, width)
        right = reference.rnn(W, U, xs)
        expect(unchanged(learner.rnn, W, U, xs), right,
               inputs={"W": W, "U": U, "xs": xs},
               mistakes={"last-only": right[-1],
                         "old-state": jnp.zeros_like(right)})
    lines = [line.strip() for line in learner.source.splitlines() if line.strip()]
    need(len(lines) <= 7 or not STRANGERS.intersection(lines), "left-over")
