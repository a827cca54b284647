# %% starter
from flax import nnx
import optax
model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
def loss(m, x, y):
    return jnp.mean((m(x) - y) ** 2)
...
# %% solution
from flax import nnx
import optax
model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
def loss(m, x, y):
    return jnp.mean((m(x) - y) ** 2)
@nnx.jit
def step(m, o, x, y):
    l, g = nnx.value_and_grad(loss)(m, x, y)
    o.update(m, g)
    return l
# %% solution: plan 2
from flax import nnx
import optax
model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
def loss(m, x, y):
    return jnp.mean((m(x) - y) ** 2)
def step(m, o, x, y):
    l, g = nnx.value_and_grad(loss)(m, x, y)
    o.update(m, g)
    return l
step = nnx.jit(step)
# %% wrong: lost-mutation
from flax import nnx
import optax
model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
def loss(m, x, y):
    return jnp.mean((m(x) - y) ** 2)
@jax.jit
def step(m, o, x, y):
    l, g = nnx.value_and_grad(loss)(m, x, y)
    o.update(m, g)
    return l
# %% wrong: old-signature
from flax import nnx
import optax
model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
def loss(m, x, y):
    return jnp.mean((m(x) - y) ** 2)
@nnx.jit
def step(m, o, x, y):
    l, g = nnx.value_and_grad(loss)(m, x, y)
    o.update(g)
    return l
# %% wrong: never-updated
from flax import nnx
import optax
model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
def loss(m, x, y):
    return jnp.mean((m(x) - y) ** 2)
@nnx.jit
def step(m, o, x, y):
    l, g = nnx.value_and_grad(loss)(m, x, y)
    return l
# %% solution: other names
from flax import nnx
import optax
model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)

@nnx.jit
def step(net, optimizer, inputs, targets):
    def cost(n):
        return ((n(inputs) - targets) ** 2).mean()
    value, grads = nnx.value_and_grad(cost)(net)
    optimizer.update(net, grads)
    return value
# %% wrong: not-jitted
from flax import nnx
import optax
model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
def loss(m, x, y):
    return jnp.mean((m(x) - y) ** 2)

def step(m, o, x, y):
    l, g = nnx.value_and_grad(loss)(m, x, y)
    o.update(m, g)
    return l
# %% wrong: two-updates
from flax import nnx
import optax
model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
def loss(m, x, y):
    return jnp.mean((m(x) - y) ** 2)
@nnx.jit
def step(m, o, x, y):
    l, g = nnx.value_and_grad(loss)(m, x, y)
    o.update(m, g)
    o.update(m, g)
    return l
# %% wrong: no-return
from flax import nnx
import optax
model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
def loss(m, x, y):
    return jnp.mean((m(x) - y) ** 2)
@nnx.jit
def step(m, o, x, y):
    l, g = nnx.value_and_grad(loss)(m, x, y)
    o.update(m, g)
# %% wrong: loss-after
from flax import nnx
import optax
model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
def loss(m, x, y):
    return jnp.mean((m(x) - y) ** 2)
@nnx.jit
def step(m, o, x, y):
    g = nnx.grad(loss)(m, x, y)
    o.update(m, g)
    return loss(m, x, y)
# %% probe
from flax import nnx


def weights():
    return jax.tree.leaves(nnx.state(learner.model, nnx.Param))


def count():
    return learner.opt.step[...]
# %% check
import jax
import jax.numpy as jnp
import optax

from tutor.checking import close, expect, need, on_error, reject

errors = [on_error("TypeError", r"update\(\)|grads", "old-signature")]


def check(learner, reference, rng):
    tx = optax.adam(0.1)
    loss = lambda p, x, y: jnp.mean((x @ p[1] + p[0] - y) ** 2)
    params = learner.probe("weights")
    state = tx.init(params)
    x, y = rng.mixed(32, 2), rng.normal(32, 1)
    for i in range(3):
        value, grads = jax.value_and_grad(loss)(params, x, y)
        updates, new = tx.update(grads, state, params)
        moved = optax.apply_updates(params, updates)
        result = learner.step(learner.model, learner.opt, x, y)
        now = learner.probe("weights")
        if close(now, params, 1e-7):
            need(False, "lost-mutation" if learner.mentions("update") else "never-updated")
        again, _ = tx.update(grads, new, moved)
        reject(now, {"two-updates": optax.apply_updates(moved, again)})
        expect(now, moved, tol=1e-3)
        reject(result, {"loss-after": loss(moved, x, y)})
        expect(result, value, tol=1e-3)
        params, state = moved, new
    need(learner.compiles(learner.step, learner.model, learner.opt,
                          rng.normal(7, 2), rng.normal(7, 1)) >= 1, "not-jitted")
