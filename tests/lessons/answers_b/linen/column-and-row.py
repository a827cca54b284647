# %% start
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])

# %% right: [:, 0]
def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()

# %% right: squeeze
def loss(variables, x, y):
    z = net.apply(variables, x).squeeze(-1)
    bce = optax.sigmoid_binary_cross_entropy(z, y)
    print(z.shape, y.shape, bce.shape)
    return bce.mean()

# %% right: y column
def loss(variables, x, y):
    z = net.apply(variables, x)
    return jnp.mean(optax.sigmoid_binary_cross_entropy(z, y[:, None]))

# %% right: reshape
def loss(variables, x, y):
    return optax.sigmoid_binary_cross_entropy(net.apply(variables, x).reshape(y.shape), labels=y).mean()

# %% right: vmap
def loss(variables, x, y):
    def one(xi, yi):
        return optax.sigmoid_binary_cross_entropy(net.apply(variables, xi)[0], yi)
    return jax.vmap(one)(x, y).mean()

# %% right: own formula
def loss(variables, x, y):
    """Hand-written."""
    z = jnp.ravel(net.apply(variables, x))
    return jnp.mean(jax.nn.softplus(z) - y * z)

# %% right: log_sigmoid
def loss(variables, x, y):
    z = net.apply(variables, x)[..., 0]
    return -(y * jax.nn.log_sigmoid(z) + (1 - y) * jax.nn.log_sigmoid(-z)).mean()

# %% right: loop
def loss(variables, x, y):
    total = 0.0
    for i in range(len(y)):
        total += optax.sigmoid_binary_cross_entropy(net.apply(variables, x[i:i+1])[0, 0], y[i])
    return total / len(y)

# %% wrong: given
def loss(variables, x, y):
    z = net.apply(variables, x)
    bce = optax.sigmoid_binary_cross_entropy(z, y)
    return bce.mean()

# %% wrong: squeeze all sum
def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).sum()

# %% wrong: [0]
def loss(variables, x, y):
    z = net.apply(variables, x)[0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()

# %% wrong: mean(axis)
def loss(variables, x, y):
    z = net.apply(variables, x)
    return optax.sigmoid_binary_cross_entropy(z, y).mean(axis=0)

# %% wrong: diag sum
def loss(variables, x, y):
    z = net.apply(variables, x)
    return jnp.trace(optax.sigmoid_binary_cross_entropy(z, y))

# %% wrong: per example
def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y)

# %% wrong: y row
def loss(variables, x, y):
    z = net.apply(variables, x)
    return optax.sigmoid_binary_cross_entropy(z, y[None, :]).mean()

# %% wrong: mean of z
def loss(variables, x, y):
    z = net.apply(variables, x).mean(axis=1).mean()
    return optax.sigmoid_binary_cross_entropy(z, y).mean()

# %% wrong: sigmoid twice
def loss(variables, x, y):
    z = nn.sigmoid(net.apply(variables, x)[:, 0])
    return optax.sigmoid_binary_cross_entropy(z, y).mean()

# %% wrong: mse
def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return jnp.mean((z - y) ** 2)

# %% wrong: args swapped
def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(y, z).mean()

# %% wrong: minus
def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return -optax.sigmoid_binary_cross_entropy(z, y).mean()

# %% wrong: divide by 5
def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).sum() / 5

# %% wrong: sorted labels / reversed
def loss(variables, x, y):
    z = net.apply(variables, x)[::-1, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()

# %% wrong: transpose
def loss(variables, x, y):
    z = net.apply(variables, x).T
    return optax.sigmoid_binary_cross_entropy(z, y[:, None]).mean()
