# %% run
import flax.linen as nn
import optax

N, V = 6, 10  # six digits; the number 10 says "now you"


def data(key, n):
    a = jax.random.randint(key, (n, N), 0, V)
    mark = jnp.full((n, 1), V)
    return jnp.concatenate([a, mark, a[:, ::-1]], 1)


def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    past = jnp.tri(s.shape[-1], dtype=bool)
    return jax.nn.softmax(jnp.where(past, s, -jnp.inf)) @ v


class Reverser(nn.Module):
    @nn.compact
    def __call__(self, tokens):
        near = nn.initializers.normal(0.5)
        place = self.param("place", near, (2 * N, 64))
        x = nn.Embed(V + 1, 64)(tokens) + place
        h = nn.LayerNorm()(x)
        q, k, v = jnp.split(nn.Dense(192)(h), 3, axis=-1)
        x = x + nn.Dense(64)(attention(q, k, v))
        h = nn.gelu(nn.Dense(128)(nn.LayerNorm()(x)))
        x = x + nn.Dense(64)(h)
        return nn.Dense(V)(nn.LayerNorm()(x))


net, opt = Reverser(), optax.adam(3e-3)


def loss(p, key):
    d = data(key, 64)  # fresh data in every step
    z = net.apply(p, d[:, :-1])[:, N:]
    return optax.softmax_cross_entropy_with_integer_labels(
        z, d[:, N + 1:]).mean()


@jax.jit
def step(p, s, key):
    l, g = jax.value_and_grad(loss)(p, key)
    u, s = opt.update(g, s, p)
    return optax.apply_updates(p, u), s, l


d = data(jax.random.key(77), 500)
p = jax.jit(net.init)(jax.random.key(0), d[:1, :-1])
s = opt.init(p)
for i in range(120):
    key = jax.random.fold_in(jax.random.key(3), i)
    p, s, l = step(p, s, key)
    log(i, loss=l)

run = jax.jit(net.apply)
z = run(p, d[:, :-1])
right = (z.argmax(-1)[:, N:] == d[:, N + 1:]).all(1)
print(bool(right.mean() > 0.95))

other = d[:, :-1].at[:, 4].set((d[:, 4] + 1) % V)
change = jnp.abs(run(p, other) - z).max((0, 2))
print(int((change > 1e-3).argmax()))
