# %% right: as listed
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, state

# %% right: loss after
import optax
opt = optax.sgd(0.1)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, state
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)

# %% right: jitted, from optax
from optax import sgd, apply_updates
opt = sgd(learning_rate=0.1)
def loss(p, x, y):
    r = x @ p - y
    return (r * r).mean()
@jax.jit
def train_step(params, state, x, y):
    l, g = jax.value_and_grad(loss)(params, x, y)
    u, s = opt.update(g, state)
    return apply_updates(params, u), s

# %% right: lambda
import optax
opt = optax.sgd(0.1)
loss = lambda params, x, y: jnp.mean(jnp.square(jnp.dot(x, params) - y))
def train_step(params, state, x, y):
    upd, new = opt.update(jax.grad(loss)(params, x, y), state, params)
    print("step")
    return jax.tree.map(lambda p, u: p + u, params, upd), new

# %% right: by hand grad
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.sum((x @ params - y) ** 2) / y.size
def train_step(params, state, x, y):
    g = 2 * x.T @ (x @ params - y) / y.size
    return params - 0.1 * g, state

# %% right: closure
import optax
from functools import partial
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean(optax.squared_error(x @ params, y))
@partial(jax.jit)
def train_step(params, state, x, y):
    def f(p):
        return loss(p, x, y)
    upd, state = opt.update(jax.grad(f)(params), state, params=params)
    params = optax.apply_updates(params, upd)
    return params, state

# %% right: annotated tuple
import optax
opt = optax.chain(optax.sgd(0.1))
def loss(params: jax.Array, x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y) -> tuple:
    """One step."""
    grads = jax.grad(loss, argnums=0)(params, x, y)
    upd, state = opt.update(grads, state, params)
    return (optax.apply_updates(params, upd), state)

# %% wrong: grads of grad attr first
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = params.grad
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, state

# %% wrong: apply before update
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    params = optax.apply_updates(params, upd)
    upd, state = opt.update(grads, state, params)
    return params, state

# %% wrong: all lines with optupdate
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = opt.update(grads, params)
    params = optax.apply_updates(params, upd)
    return params, state

# %% wrong: return first
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    return params, state
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)

# %% wrong: only return
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    return params, state

# %% wrong: no return
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)

# %% wrong: swapped bodies
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, state
def train_step(params, state, x, y):
    return jnp.mean((x @ params - y) ** 2)

# %% wrong: no grads line
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, state

# %% wrong: distractor instead of return
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = opt.update(grads, params)
    return params, state

# %% wrong: grads attr after grads
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    grads = params.grad
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, state

# %% wrong: updates returned
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    return upd, state

# %% wrong: return swapped
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return state, params

# %% wrong: ascent
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    return params + 0.1 * grads, state

# %% wrong: sum loss
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.sum((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, state

# %% wrong: empty
import optax
opt = optax.sgd(0.1)

# %% wrong: applied twice
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    params = optax.apply_updates(params, upd)
    return params, state

# %% wrong: state dropped
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, _ = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params

# %% wrong: indent missing (loss body)
import optax
opt = optax.sgd(0.1)
def loss(params, x, y):
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, state
    return jnp.mean((x @ params - y) ** 2)
