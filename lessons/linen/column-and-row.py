# %% starter
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = net.apply(variables, x)
    bce = optax.sigmoid_binary_cross_entropy(z, y)
    print(z.shape, y.shape, bce.shape)
    return bce.mean()


x = jax.random.normal(jax.random.key(0), (5, 2))
y = jnp.array([0.0, 1.0, 1.0, 0.0, 1.0])
variables = net.init(jax.random.key(1), x)
print(loss(variables, x, y))

# %% solution: the only column
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    bce = optax.sigmoid_binary_cross_entropy(z, y)
    return bce.mean()

# %% solution: squeezed
import flax.linen as nn
from optax import sigmoid_binary_cross_entropy

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = jnp.squeeze(net.apply(variables, x), axis=-1)
    return jnp.mean(sigmoid_binary_cross_entropy(z, y))

# %% solution: the labels made a column
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = net.apply(variables, x)
    y = y.reshape(-1, 1)
    return optax.sigmoid_binary_cross_entropy(z, y).mean()

# %% solution: one example at a time
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    def one(xi, yi):
        z = net.apply(variables, xi)[0]
        return optax.sigmoid_binary_cross_entropy(z, yi)

    return jax.vmap(one)(x, y).mean()

# %% solution: the formula
import flax.linen as nn

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = net.apply(variables, x).ravel()
    return jnp.mean(jnp.logaddexp(0.0, z) - y * z)

# %% wrong: every-pair
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = net.apply(variables, x)
    return optax.sigmoid_binary_cross_entropy(z, y).mean()

# %% wrong: every-pair
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    bce = optax.sigmoid_binary_cross_entropy(z, y[:, None])
    return bce.mean()

# %% wrong: summed
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).sum()

# %% wrong: first-example
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = net.apply(variables, x)[0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()

# %% wrong: squashed-twice
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = nn.sigmoid(net.apply(variables, x)[:, 0])
    return optax.sigmoid_binary_cross_entropy(z, y).mean()

# %% wrong: wrong-shape
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y)

# %% wrong: no-return
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    print(optax.sigmoid_binary_cross_entropy(z, y).mean())

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import expect, unchanged


def bce(z, y):
    return jnp.logaddexp(0.0, z) - y * z


def check(learner, reference, rng):
    for rows in (6, 1, 11):
        x = rng.mixed(rows, 2)
        labels = rng.permutation(rows) % 2
        y = jnp.asarray(labels, "float32")
        shapes = jax.eval_shape(reference.net.init, rng.key(), x)
        variables = rng.like(shapes)
        z = reference.net.apply(variables, x)[:, 0]
        result = unchanged(learner.loss, variables, x, y)
        expect(result, bce(z, y).mean(), tol=1e-3, inputs={"x": x, "y": y}, mistakes={
            "every-pair": lambda: bce(z[:, None], y).mean(),
            "summed": lambda: bce(z, y).sum(),
            "first-example": lambda: bce(z[0], y).mean(),
            "squashed-twice": lambda: bce(jax.nn.sigmoid(z), y).mean(),
        })
