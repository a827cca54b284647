# %% start
import flax.linen as nn
import optax
import functools
from functools import partial

r = jnp.where(jnp.arange(256) < 128, 0.5, 1.5)
a = jnp.linspace(0.0, 12.6, 256)
x = jnp.stack([r * jnp.cos(a), r * jnp.sin(a)], axis=1)
y = (r > 1).astype(float)
net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()

def main(step):
    variables = net.init(jax.random.key(0), x)
    state = opt.init(variables)
    for i in range(5):
        variables, state, l = step(variables, state, x, y)
        log(i, loss=l)

# %% right: separate loss and grad, lambda jit
def _s(v, s, xs, ys):
    u, s2 = opt.update(jax.grad(loss)(v, xs, ys), s, v)
    return optax.apply_updates(v, u), s2, loss(v, xs, ys)
step = jax.jit(_s)
main(step)

# %% right: tree map add, closure over batch
@jax.jit
def step(variables, state, x, y):
    L = lambda v: loss(v, x, y)
    val, pull = jax.vjp(L, variables)
    (g,) = pull(1.0)
    upd, state = opt.update(g, state)
    return jax.tree.map(lambda p, u: p + u, variables, upd), state, val
main(step)

# %% right: optimizer in helper, own loss with aux
def objective(v, x, y):
    z = net.apply(v, x).squeeze(-1)
    return jnp.mean(optax.sigmoid_binary_cross_entropy(z, y)), z
@jax.jit
def step(variables, state, x, y):
    (l, _), g = jax.value_and_grad(objective, has_aux=True)(variables, x, y)
    u, state = opt.update(g, state)
    return optax.apply_updates(variables, u), state, l
main(step)

# %% right: params dict rebuilt
@jax.jit
def step(variables, state, x, y):
    def f(p): return loss({"params": p}, x, y)
    l, g = jax.value_and_grad(f)(variables["params"])
    u, state = opt.update({"params": g}, state, variables)
    return optax.apply_updates(variables, u), state, l
main(step)

# %% right: scan over one step
@jax.jit
def step(variables, state, x, y):
    def one(c, b):
        v, s = c
        l, g = jax.value_and_grad(loss)(v, *b)
        u, s = opt.update(g, s, v)
        return (optax.apply_updates(v, u), s), l
    (v, s), ls = jax.lax.scan(one, (variables, state), (x[None], y[None]))
    return v, s, ls[0]
main(step)

# %% wrong: nested tuple
@jax.jit
def step(variables, state, x, y):
    l, g = jax.value_and_grad(loss)(variables, x, y)
    u, state = opt.update(g, state)
    return (optax.apply_updates(variables, u), state), l

# %% wrong: own sgd, state passed
@jax.jit
def step(variables, state, x, y):
    l, g = jax.value_and_grad(loss)(variables, x, y)
    return jax.tree.map(lambda p, d: p - 0.03 * d, variables, g), state, l
main(step)

# %% wrong: own optimizer sgd
@jax.jit
def step(variables, state, x, y):
    o = optax.adam(0.01)
    l, g = jax.value_and_grad(loss)(variables, x, y)
    u, state = o.update(g, state)
    return optax.apply_updates(variables, u), state, l
main(step)

# %% wrong: gradient of sum
@jax.jit
def step(variables, state, x, y):
    f = lambda v: optax.sigmoid_binary_cross_entropy(net.apply(v, x)[:, 0], y).sum()
    l, g = jax.value_and_grad(f)(variables)
    u, state = opt.update(g, state)
    return optax.apply_updates(variables, u), state, l
main(step)

# %% wrong: prints the loss returns two
@jax.jit
def step(variables, state, x, y):
    l, g = jax.value_and_grad(loss)(variables, x, y)
    u, state = opt.update(g, state)
    jax.debug.print("{l}", l=l)
    return optax.apply_updates(variables, u), state

# %% wrong: loss float inside jit
@jax.jit
def step(variables, state, x, y):
    l, g = jax.value_and_grad(loss)(variables, x, y)
    u, state = opt.update(g, state)
    return optax.apply_updates(variables, u), state, float(l)
main(step)

# %% wrong: grads wrt x
@jax.jit
def step(variables, state, x, y):
    l, g = jax.value_and_grad(loss, argnums=1)(variables, x, y)
    u, state = opt.update(g, state)
    return optax.apply_updates(variables, u), state, l
main(step)

# %% wrong: value_and_grad order swapped
@jax.jit
def step(variables, state, x, y):
    g, l = jax.value_and_grad(loss)(variables, x, y)
    u, state = opt.update(g, state)
    return optax.apply_updates(variables, u), state, l
main(step)

# %% wrong: update args swapped
@jax.jit
def step(variables, state, x, y):
    l, g = jax.value_and_grad(loss)(variables, x, y)
    u, state = opt.update(state, g)
    return optax.apply_updates(variables, u), state, l
main(step)

# %% wrong: jit inner only, eager step
grads = jax.jit(jax.value_and_grad(loss))
def step(variables, state, x, y):
    l, g = grads(variables, x, y)
    u, state = opt.update(g, state)
    return optax.apply_updates(variables, u), state, l
main(step)
