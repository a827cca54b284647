# %% run
import flax.linen as nn
import optax

T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def ring(key, n):
    ka, kn = jax.random.split(key)
    a = jax.random.uniform(ka, (n,)) * 2 * jnp.pi
    c = jnp.stack([jnp.cos(a), jnp.sin(a)], 1)
    return c + 0.05 * jax.random.normal(kn, (n, 2))


class Guess(nn.Module):
    @nn.compact
    def __call__(self, z, t):
        e = t[:, None] / T * jnp.pi * 2.0 ** jnp.arange(4)
        h = jnp.concatenate([z, jnp.sin(e), jnp.cos(e)], 1)
        for _ in range(2):
            h = nn.silu(nn.Dense(64)(h))
        return nn.Dense(2)(h)


net, opt = Guess(), optax.adam(3e-3)


def loss(p, key):
    kx, kt, ke = jax.random.split(key, 3)
    x = ring(kx, 256)
    noise = jax.random.normal(ke, (256, 2))
    t = jax.random.randint(kt, (256,), 0, T)
    k = keep[t][:, None]
    z = jnp.sqrt(k) * x + jnp.sqrt(1 - k) * noise
    return jnp.mean((net.apply(p, z, t) - noise) ** 2)


@jax.jit
def train(p, s, key):  # 50 steps
    def body(carry, key):
        p, s = carry
        l, g = jax.value_and_grad(loss)(p, key)
        u, s = opt.update(g, s, p)
        return (optax.apply_updates(p, u), s), l
    keys = jax.random.split(key, 50)
    return jax.lax.scan(body, (p, s), keys)


@jax.jit
def draw(p, key):  # from noise, 50 levels down
    def body(x, tk):
        t, k = tk
        e = net.apply(p, x, jnp.full(500, t))
        x = x - beta[t] / jnp.sqrt(1 - keep[t]) * e
        x = x / jnp.sqrt(1 - beta[t])
        more = jnp.where(t > 0, jnp.sqrt(beta[t]), 0.0)
        fresh = jax.random.normal(k, x.shape)
        return x + more * fresh, None
    start, rest = jax.random.split(key)
    x = jax.random.normal(start, (500, 2))
    levels = jnp.arange(T)[::-1]
    keys = jax.random.split(rest, T)
    return jax.lax.scan(body, x, (levels, keys))[0]


z, t = jnp.zeros((1, 2)), jnp.zeros(1, int)
p = jax.jit(net.init)(jax.random.key(0), z, t)
s = opt.init(p)
for i in range(40):
    key = jax.random.fold_in(jax.random.key(3), i)
    (p, s), losses = train(p, s, key)
    log(50 * i, loss=losses.mean())

x = draw(p, jax.random.key(5))
show(x)
r = jnp.linalg.norm(x, axis=1)
print("loss near 0:", bool(losses.mean() < 0.1))
print("a ring:", bool((abs(r - 1) < 0.2).mean() > 0.8))
