"""More programs whose traces and compiles are known by construction, as in `programs`."""

from __future__ import annotations

from tests.xray.programs import Known

MORE = (
    Known("three jits nested", """
@jax.jit
def low(x):
    bodies["low"] += 1
    return jnp.cos(x)
@jax.jit
def middle(x):
    bodies["middle"] += 1
    return low(x) * 2
@jax.jit
def high(x):
    bodies["high"] += 1
    return middle(x) + low(x)
high(jnp.ones(2)); middle(jnp.ones(2)); low(jnp.ones(3)); high(jnp.ones(2))
""", {"low": 1, "middle": 1, "high": 1}),
    Known("a bound method", """
class Model:
    def __init__(self):
        self.w = jnp.ones(3)
        self.step = jax.jit(self._step)
    def _step(self, w, x):
        bodies["_step"] += 1
        return w - x
model = Model()
for _ in range(4): model.w = model.step(model.w, jnp.ones(3))
model.step(model.w, jnp.ones(()))
""", {"_step": 2}, ("shape",)),
    Known("a static method and a class method", """
class Tools:
    @staticmethod
    @jax.jit
    def double(x):
        bodies["double"] += 1
        return x * 2
    @classmethod
    def make(cls, x):
        bodies["make"] += 1
        return cls.double(x) + 1
f = jax.jit(Tools.make)
f(jnp.ones(3)); f(jnp.ones(3)); Tools.double(jnp.ones(3)); Tools.double(jnp.ones(3, jnp.int32))
""", {"double": 2, "make": 1}),
    Known("jit written in a loop over data", """
def square(x):
    bodies["square"] += 1
    return x * x
for n in (1, 2, 1, 3): jax.jit(square)(jnp.ones(n))
""", {"square": 3}, ("shape", "shape")),
    Known("partials made anew", """
def scale(x, factor):
    bodies["scale"] += 1
    return x * factor
for factor in (2.0, 2.0, 3.0): jax.jit(partial(scale, factor=factor))(jnp.ones(3))
""", {"scale": 3}, ("function", "static")),
    Known("static arguments by number", """
@partial(jax.jit, static_argnums=(1, 2))
def f(x, n, mode):
    bodies["f"] += 1
    return x * n if mode == "mul" else x + n
x = jnp.ones(3)
f(x, 2, "mul"); f(x, 2, "add"); f(x, 3, "add"); f(x, 2, "mul"); f(jnp.ones(4), 2, "mul")
""", {"f": 4}, ("static", "static", "shape")),
    Known("a static tuple", """
@partial(jax.jit, static_argnames=("sizes",))
def build(key, sizes):
    bodies["build"] += 1
    return [jnp.zeros(n) for n in sizes]
for sizes in ((2, 3), (2, 3), (2, 4), (2, 3, 4)): build(jnp.ones(()), sizes=sizes)
""", {"build": 3}, ("static", "structure")),
    Known("vmap, grad and scan inside", """
def cell(h, x):
    bodies["cell"] += 1
    return jnp.tanh(h + x), h
def loss(w, xs):
    bodies["loss"] += 1
    h, _ = jax.lax.scan(cell, w, xs)
    return (h ** 2).sum()
@jax.jit
def grads(w, batch):
    bodies["grads"] += 1
    return jax.vmap(jax.grad(loss), in_axes=(None, 0))(w, batch)
for _ in range(3): grads(jnp.ones(2), jnp.ones((5, 4, 2)))
""", {"grads": 1, "loss": 0, "cell": 0}),
    Known("scan outside of any jit", """
def body(c, x):
    bodies["body"] += 1
    return c + x, c * x
for n in (3, 3, 4): jax.lax.scan(body, 0.0, jnp.arange(n, dtype=jnp.float32))
""", {}),
    Known("while and fori", """
def more(state):
    bodies["more"] += 1
    return state[0] < 5
def once(state):
    bodies["once"] += 1
    return state[0] + 1, state[1] * 2
def turn(i, x):
    bodies["turn"] += 1
    return x + i
@jax.jit
def f(x):
    bodies["f"] += 1
    return jax.lax.fori_loop(0, 3, turn, jax.lax.while_loop(more, once, (0, x))[1])
f(1.0); f(2.0)
""", {"f": 1, "more": 0, "once": 0, "turn": 0}),
    Known("two jits of one function", """
def f(x, n=2):
    bodies["f"] += 1
    return x * n
g, h = jax.jit(f), jax.jit(f, static_argnames="n")
g(jnp.ones(3)); g(jnp.ones(3)); h(jnp.ones(3)); h(jnp.ones(3), n=2); h(jnp.ones(3), n=5)
""", {"f": 3}, ("options", "static")),
    Known("lowered and compiled ahead", """
@jax.jit
def f(x):
    bodies["f"] += 1
    return x @ x.T
ready = f.lower(jax.ShapeDtypeStruct((4, 3), jnp.float32)).compile()
for _ in range(3): ready(jnp.ones((4, 3)))
""", {"f": 1}),
    Known("lowered, not compiled", """
@jax.jit
def f(x):
    bodies["f"] += 1
    return x * 3
text = f.lower(jnp.ones(3)).as_text()
jaxpr = jax.make_jaxpr(f)(jnp.ones(5))
""", {"f": 0}, ("shape",)),
    Known("eval_shape", """
def init(n):
    bodies["init"] += 1
    return jnp.zeros((3, 4)) + n
shapes = jax.eval_shape(init, jnp.ones(()))
@jax.jit
def f(x):
    bodies["f"] += 1
    return x
f(jnp.zeros(shapes.shape))
""", {"init": 0, "f": 1}),
    Known("checkpoint", """
@jax.checkpoint
def block(x):
    bodies["block"] += 1
    return jnp.sin(jnp.sin(x))
@jax.jit
def f(x):
    bodies["f"] += 1
    return jax.grad(lambda x: block(block(x)).sum())(x)
f(jnp.ones(3)); f(jnp.ones(3)); f(jnp.ones(4))
""", {"f": 2}),
    Known("custom_jvp", """
@jax.custom_jvp
def safe(x):
    bodies["safe"] += 1
    return jnp.sqrt(x)
@safe.defjvp
def slope(primals, tangents):
    bodies["slope"] += 1
    (x,), (t,) = primals, tangents
    return safe(x), t * 0.5
@jax.jit
def f(x):
    bodies["f"] += 1
    return jax.grad(lambda x: safe(x).sum())(x)
f(jnp.ones(3)); f(jnp.ones(3))
""", {"f": 1}),
    Known("donated arguments", """
@partial(jax.jit, donate_argnums=0)
def step(state, x):
    bodies["step"] += 1
    return {"w": state["w"] - x, "n": state["n"] + 1}
state = {"w": jnp.ones(3), "n": jnp.float32(0)}
for _ in range(5): state = step(state, jnp.ones(3))
step({"w": jnp.ones(3), "n": 0.0}, jnp.ones(3))
""", {"step": 2}, ("weak",)),
    Known("keyword and default arguments", """
@jax.jit
def f(x, *rest, scale=1.0, **more):
    bodies["f"] += 1
    return x * scale + sum(rest) + sum(more.values())
f(jnp.ones(3)); f(jnp.ones(3), scale=2.0); f(jnp.ones(3), 1.0); f(jnp.ones(3), bias=3.0)
f(jnp.ones(3), scale=7.0)
""", {"f": 4}, ("static", "structure", "structure")),
    Known("a context that counts", """
@jax.jit
def f(x):
    bodies["f"] += 1
    return x * 2
f(jnp.ones(3))
with jax.default_matmul_precision("highest"): f(jnp.ones(3))
f(jnp.ones(3))
""", {"f": 2}, ("setting",)),
    Known("a callback", """
def host(x):
    bodies["host"] += 1
    return np.asarray(x) + 1
@jax.jit
def f(x):
    bodies["f"] += 1
    return jax.pure_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x)
f(jnp.ones(3)).block_until_ready(); f(jnp.ones(3)).block_until_ready()
""", {"f": 1}, ran={"host": 2}),
    Known("linen", """
import flax.linen as nn, optax
class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        bodies["__call__"] += 1
        return nn.Dense(1)(nn.relu(nn.Dense(4)(x)))
net, tx = Net(), optax.sgd(0.1)
x = jnp.ones((8, 3))
params = net.init(jax.random.key(0), x)
state = tx.init(params)
@jax.jit
def train_step(params, state, x):
    bodies["train_step"] += 1
    grads = jax.grad(lambda p: (net.apply(p, x) ** 2).mean())(params)
    updates, state = tx.update(grads, state)
    return optax.apply_updates(params, updates), state
for _ in range(4): params, state = train_step(params, state, x)
train_step(params, state, x[:5])
""", {"train_step": 2}, ("shape",), {"__call__": 1}),
)  # fmt: skip

SPREAD = (
    Known("shard_map over eight devices", """
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((8,), ("d",), axis_types=(AxisType.Auto,))
def part(x):
    bodies["part"] += 1
    return jax.lax.psum(x.sum(), "d")
f = jax.jit(jax.shard_map(part, mesh=mesh, in_specs=P("d"), out_specs=P()))
f(jnp.arange(16.0)); f(jnp.arange(16.0)); f(jnp.arange(32.0))
""", {"part": 2}, ("shape",)),
    Known("shard_map, not jitted", """
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ("a", "b"), axis_types=(AxisType.Auto,) * 2)
def part(x):
    bodies["part"] += 1
    return jax.lax.pmean(x, "b")
f = jax.shard_map(part, mesh=mesh, in_specs=P("a", "b"), out_specs=P("a"))
f(jnp.ones((8, 4)))
""", {}, ran={"part": 1}),
    Known("pmap", """
def f(x):
    bodies["f"] += 1
    return x * 2
g = jax.pmap(f)
g(jnp.ones((8, 3))); g(jnp.ones((8, 3))); g(jnp.ones((8, 4)))
""", {"f": 2}, ("shape",)),
    Known("one array whole, one spread", """
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ("a", "b"), axis_types=(AxisType.Auto,) * 2)
@jax.jit
def f(x):
    bodies["f"] += 1
    return x * 2
x = jnp.ones((8, 4))
spread = jax.device_put(x, NamedSharding(mesh, P("a", "b")))
f(x); f(spread); f(x); f(spread)
""", {"f": 2}, ("sharding",)),
)  # fmt: skip
