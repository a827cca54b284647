# %% right: tree arg wrapper
@jax.jit
def _inner(args):
    return args["w"] * (1.0 - args["r"])
def shrink(w, rate):
    return _inner({"w": w, "r": rate})

# %% right: keyword default
@jax.jit
def shrink(w, rate=0.5):
    kept = 1.0 - rate
    return kept * w

# %% right: nested jit and donate nothing
from functools import partial
@partial(jax.jit, inline=True)
def part(w, rate):
    return rate * w
@jax.jit
def shrink(w, rate):
    return w - part(w, rate)

# %% wrong: global set
r = 0.5
@jax.jit
def _s(w):
    return w - r * w
def shrink(w, rate):
    global r
    r = rate
    return _s(w)

# %% wrong: minus rate
@jax.jit
def shrink(w, rate):
    return w - rate

# %% wrong: order
@jax.jit
def shrink(rate, w):
    return w - rate * w

# %% wrong: cleared cache
@jax.jit
def _s(w, rate):
    return w - rate * w
def shrink(w, rate):
    _s.clear_cache()
    return _s(w, rate)

# %% wrong: jit of part only, static hidden
from functools import cache
@cache
def made(rate):
    return jax.jit(lambda w: w - rate * w)
def shrink(w, rate):
    return made(float(rate))(w)
