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
        q, k, v = jnp.split(nn.Dense(192)(x), 3, axis=-1)
        x = x + attention(q, k, v)
        return nn.Dense(V)(nn.LayerNorm()(x))


net, opt = Reverser(), optax.adam(2e-3)


def loss(p, d):
    z = net.apply(p, d[:, :-1])[:, N:]
    return optax.softmax_cross_entropy_with_integer_labels(
        z, d[:, N + 1:]).mean()


@jax.jit
def step(p, s, d):
    l, g = jax.value_and_grad(loss)(p, d)
    u, s = opt.update(g, s, p)
    return optax.apply_updates(p, u), s, l


D = data(jax.random.key(3), 100 * 64 + 500)
d = D[-500:]  # takes no part in the training
p = jax.jit(net.init)(jax.random.key(0), d[:1, :-1])
s = opt.init(p)
for i in range(100):
    p, s, l = step(p, s, D[64 * i:64 * (i + 1)])
    log(i, loss=l)

run = jax.jit(net.apply)
z = run(p, d[:, :-1])
right = (z.argmax(-1)[:, N:] == d[:, N + 1:]).all(1)
print(bool(right.mean() > 0.95))

other = d[:, :-1].at[:, 4].set((d[:, 4] + 1) % V)
change = jnp.abs(run(p, other) - z).max((0, 2))
print(int((change > 1e-3).argmax()))
