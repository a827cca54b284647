# %% start
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()

# %% right: aux
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    g, stats_new = jax.grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), stats_new

# %% right: value_and_grad
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        v = {"params": p, "batch_stats": stats}
        pred, mutated = net.apply(v, x, train=True, mutable="batch_stats")
        return jnp.mean(jnp.square(pred - y)), mutated
    (_, mutated), g = jax.value_and_grad(loss, has_aux=True)(params)
    params = jax.tree_util.tree_map(lambda p, d: p - lr * d, params, g)
    return params, mutated["batch_stats"]

# %% right: two passes
@jax.jit
def step(params, stats, x, y, lr):
    def forward(p):
        return net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
    def loss(p):
        return ((forward(p)[0] - y) ** 2).mean()
    _, new = forward(params)
    g = jax.grad(loss)(params)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), new["batch_stats"]

# %% right: optax
import optax
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new
    g, new = jax.grad(loss, has_aux=True)(params)
    opt = optax.sgd(lr)
    u, _ = opt.update(g, opt.init(params))
    return optax.apply_updates(params, u), new["batch_stats"]

# %% right: mutable list of true, dict merge
@jax.jit
def step(params, stats, x, y, lr):
    """BN."""
    def loss(p, s):
        pred, new = net.apply({"params": p, "batch_stats": s}, x, True, mutable=True)
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    (l, s), g = jax.value_and_grad(loss, argnums=0, has_aux=True)(params, stats)
    jax.debug.print("{}", l)
    return jax.tree.map(lambda p, d: p + (-lr) * d, params, g), s

# %% right: vjp
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new
    l, pull, new = jax.vjp(loss, params, has_aux=True)
    (g,) = pull(1.0)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), new["batch_stats"]

# %% wrong: old stats
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    g, _ = jax.grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), stats

# %% wrong: train false
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred = net.apply({"params": p, "batch_stats": stats}, x, False)
        return jnp.mean((pred - y) ** 2)
    g = jax.grad(loss)(params)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), stats

# %% wrong: new wrapped
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new
    g, new = jax.grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), new

# %% wrong: stats with new params
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    g, _ = jax.grad(loss, has_aux=True)(params)
    params = jax.tree.map(lambda p, d: p - lr * d, params, g)
    return params, loss(params)[1]

# %% wrong: plus
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    g, s = jax.grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, d: p + lr * d, params, g), s

# %% wrong: lr const
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    g, s = jax.grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, d: p - 0.05 * d, params, g), s

# %% wrong: mutable missing
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred = net.apply({"params": p, "batch_stats": stats}, x, True)
        return jnp.mean((pred - y) ** 2)
    g = jax.grad(loss)(params)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), stats

# %% wrong: has_aux forgotten
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    g, s = jax.grad(loss)(params)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), s

# %% wrong: fresh stats each time
@jax.jit
def step(params, stats, x, y, lr):
    fresh = jax.tree.map(jnp.zeros_like, stats)
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": fresh}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    g, s = jax.grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), s

# %% wrong: params not moved
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    g, s = jax.grad(loss, has_aux=True)(params)
    return params, s

# %% wrong: swapped
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    g, s = jax.grad(loss, has_aux=True)(params)
    return s, jax.tree.map(lambda p, d: p - lr * d, params, g)

# %% wrong: stats by batch only (momentum 0)
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    g, s = jax.grad(loss, has_aux=True)(params)
    s = jax.tree.map(lambda n, o: (n - 0.99 * o) / 0.01, s, stats)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), s

# %% wrong: sum loss
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred, new = net.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
        return jnp.sum((pred - y) ** 2), new["batch_stats"]
    g, s = jax.grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), s

# %% wrong: stats updated twice
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p, st):
        pred, new = net.apply({"params": p, "batch_stats": st}, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2), new["batch_stats"]
    _, s1 = loss(params, stats)
    g, s = jax.grad(loss, has_aux=True)(params, s1)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), s

# %% wrong: gradient in eval mode, stats in training
@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred = net.apply({"params": p, "batch_stats": stats}, x, False)
        return jnp.mean((pred - y) ** 2)
    g = jax.grad(loss)(params)
    _, new = net.apply({"params": params, "batch_stats": stats}, x, True, mutable=["batch_stats"])
    return jax.tree.map(lambda p, d: p - lr * d, params, g), new["batch_stats"]
