# %% run
from functools import partial

import flax.linen as nn
import optax

FONT = ("7555557 2622227 7117447 7117117 5557111 "
        "7447117 7447557 7111222 7557557 7557117")
rows = np.array([list(map(int, d)) for d in FONT.split()])
T = rows[:, :, None] >> np.array([2, 2, 1, 1, 0, 0]) & 1
T = jnp.pad(T * 1.0, ((0, 0), (2, 3), (3, 3)))


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


@partial(jax.jit, static_argnums=2)
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y


class MLP(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = x.reshape(len(x), -1)
        x = nn.relu(nn.Dense(64)(x))
        return nn.Dense(10)(x)


net, opt = MLP(), optax.adam(0.01)


@jax.jit
def loss(p, x, y):
    z = net.apply(p, x)
    return optax.softmax_cross_entropy_with_integer_labels(
        z, y).mean()


@jax.jit
def step(p, s, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    u, s = opt.update(g, s, p)
    return optax.apply_updates(p, u), s, l


@jax.jit
def accuracy(p, x, y):
    return (net.apply(p, x).argmax(1) == y).mean()


X, Y = sample(jax.random.key(0), T, 512)
Xt, Yt = sample(jax.random.key(1), T, 512)
p = jax.jit(net.init)(jax.random.key(2), X[:1])
s = opt.init(p)
for i in range(320):
    j = i * 128 % 512
    x, y = X[j:j + 128], Y[j:j + 128]
    p, s, l = step(p, s, x, y)
    if i % 5 == 0:
        log(i, train=l, held_out=loss(p, Xt, Yt))

print(bool(accuracy(p, X, Y) > 0.99),
      bool(accuracy(p, Xt, Yt) > 0.9))
