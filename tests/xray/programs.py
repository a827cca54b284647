"""Programs whose traces and compiles are known by construction.

Each body that may be traced counts itself in `bodies`. `compiled` says how often JAX compiles a
program of that function.
"""

from __future__ import annotations

from dataclasses import dataclass, field

HEAD = """\
import collections
from functools import partial
import jax, jax.numpy as jnp, numpy as np
bodies = collections.Counter()
"""


@dataclass(frozen=True)
class Known:
    name: str
    code: str
    compiled: dict[str, int]
    why: tuple[str, ...] = ()
    """Kinds of change of the function named first, from its second trace on."""
    ran: dict[str, int] = field(default_factory=dict)
    """Calls of bodies with values, outside of any trace."""


PROGRAMS = (
    Known("once", """
@jax.jit
def f(x):
    bodies["f"] += 1
    return x * 2
for _ in range(5): f(jnp.ones(3))
""", {"f": 1}),
    Known("two shapes", """
@jax.jit
def f(x):
    bodies["f"] += 1
    return x.sum()
for n in (2, 3, 2, 3): f(jnp.ones(n))
""", {"f": 2}, ("shape",)),
    Known("a growing shape", """
@jax.jit
def f(x):
    bodies["f"] += 1
    return x.sum()
for n in range(1, 6): f(jnp.ones(n))
""", {"f": 5}, ("shape",) * 4),
    Known("two dtypes", """
@jax.jit
def f(x):
    bodies["f"] += 1
    return x + x
f(jnp.ones(3)); f(jnp.ones(3, jnp.int32))
""", {"f": 2}, ("dtype",)),
    Known("weak type", """
@jax.jit
def f(x):
    bodies["f"] += 1
    return x + 1
f(jnp.float32(1.0)); f(1.0); f(2.0)
""", {"f": 2}, ("weak",)),
    Known("a static value", """
@partial(jax.jit, static_argnames="n")
def f(x, n):
    bodies["f"] += 1
    return x ** n
for n in (2, 3, 2, 4): f(jnp.ones(3), n=n)
""", {"f": 3}, ("static", "static")),
    Known("a structure", """
@jax.jit
def f(tree):
    bodies["f"] += 1
    return sum(jax.tree.leaves(tree))
f({"a": 1.0}); f({"a": 1.0, "b": 2.0}); f({"a": 3.0})
""", {"f": 2}, ("structure",)),
    Known("jit in a loop", """
for _ in range(4):
    def f(x):
        bodies["f"] += 1
        return x * 2
    jax.jit(f)(jnp.ones(3))
""", {"f": 4}, ("function",) * 3),
    Known("a lambda in a loop", """
def note(x):
    bodies["<lambda>"] += 1
    return x
for _ in range(3): jax.jit(lambda x: note(x) * 2)(jnp.ones(3))
""", {"<lambda>": 3}, ("function",) * 2),
    Known("a helper inside", """
def loss(w, x):
    bodies["loss"] += 1
    return ((x @ w) ** 2).mean()
@jax.jit
def step(w, x):
    bodies["step"] += 1
    return w - 0.1 * jax.grad(loss)(w, x)
w = jnp.ones(3)
for _ in range(10): w = step(w, jnp.ones((4, 3)))
""", {"step": 1, "loss": 0}),
    Known("jit of grad", """
def loss(w):
    bodies["loss"] += 1
    return (w ** 2).sum()
g = jax.jit(jax.grad(loss))
g(jnp.ones(3)); g(jnp.ones(3)); g(jnp.ones(4))
""", {"loss": 2}, ("shape",)),
    Known("jit of vmap", """
def f(x):
    bodies["f"] += 1
    return jnp.sin(x).sum()
g = jax.jit(jax.vmap(f))
g(jnp.ones((5, 3))); g(jnp.ones((5, 3)))
""", {"f": 1}),
    Known("jit in jit", """
@jax.jit
def inner(x):
    bodies["inner"] += 1
    return x * 3
@jax.jit
def outer(x):
    bodies["outer"] += 1
    return inner(x) + inner(x)
outer(jnp.ones(2)); outer(jnp.ones(2))
""", {"outer": 1, "inner": 0}),
    Known("scan", """
def body(carry, x):
    bodies["body"] += 1
    return carry + x, carry
@jax.jit
def total(xs):
    bodies["total"] += 1
    return jax.lax.scan(body, 0.0, xs)
total(jnp.arange(10.0)); total(jnp.arange(10.0))
""", {"total": 1, "body": 0}),
    Known("cond", """
def yes(x):
    bodies["yes"] += 1
    return x
def no(x):
    bodies["no"] += 1
    return -x
@jax.jit
def f(x):
    bodies["f"] += 1
    return jax.lax.cond(x > 0, yes, no, x)
f(1.0); f(-1.0)
""", {"f": 1, "yes": 0, "no": 0}),
    Known("a Python loop unrolled", """
def part(x):
    bodies["part"] += 1
    return jnp.sin(x)
@jax.jit
def f(x):
    bodies["f"] += 1
    for _ in range(7): x = part(x)
    return x
f(jnp.ones(2))
""", {"f": 1, "part": 0}),
    Known("a method", """
class Model:
    def __init__(self, scale): self.scale = scale
    @partial(jax.jit, static_argnums=0)
    def apply(self, x):
        bodies["apply"] += 1
        return x * self.scale
one, two = Model(1.0), Model(2.0)
for model in (one, two, one): model.apply(jnp.ones(3))
""", {"apply": 2}),
    Known("optax", """
import optax
tx = optax.adam(0.1)
def loss(w):
    bodies["loss"] += 1
    return (w ** 2).sum()
@jax.jit
def step(w, state):
    bodies["step"] += 1
    updates, state = tx.update(jax.grad(loss)(w), state, w)
    return optax.apply_updates(w, updates), state
w = jnp.ones(3)
state = tx.init(w)
for _ in range(5): w, state = step(w, state)
""", {"step": 1, "loss": 0}),
    Known("nnx", """
from flax import nnx
@nnx.jit
def forward(model, x):
    bodies["forward"] += 1
    return model(x)
model = nnx.Linear(3, 2, rngs=nnx.Rngs(0))
for _ in range(3): forward(model, jnp.ones((4, 3)))
forward(model, jnp.ones((5, 3)))
""", {"forward": 2}),
    Known("clear_caches", """
@jax.jit
def f(x):
    bodies["f"] += 1
    return x * 2
f(jnp.ones(3)); jax.clear_caches(); f(jnp.ones(3))
""", {"f": 2}, ("options",)),
    Known("an exception on the way", """
@jax.jit
def f(x):
    bodies["f"] += 1
    if x.ndim > 1: raise ValueError("no")
    return x * 2
f(jnp.ones(3))
try: f(jnp.ones((2, 2)))
except ValueError: pass
@jax.jit
def g(x):
    bodies["g"] += 1
    return x
g(1.0)
""", {"f": 1, "g": 1}, ("shape",)),
    Known("remat and custom_vjp", """
@jax.custom_vjp
def f(x):
    bodies["f"] += 1
    return x * 2
def forward(x):
    bodies["forward"] += 1
    return x * 2, None
def backward(_, g):
    bodies["backward"] += 1
    return (g * 2,)
f.defvjp(forward, backward)
@jax.jit
def step(x):
    bodies["step"] += 1
    return jax.grad(lambda x: f(x).sum())(x)
step(jnp.ones(3)); step(jnp.ones(3))
""", {"step": 1}),
)  # fmt: skip
