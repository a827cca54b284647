# %% starter
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)


net = Net(hidden=64, rate=0.5)
x = jnp.ones((2, 4))
variables = net.init(jax.random.key(0), x, False)
for i in range(3):
    rngs = {"dropout": jax.random.key(i)}
    y = net.apply(variables, x, True, rngs=rngs)
    print("train", y[:, 0])
print("use  ", net.apply(variables, x, False)[:, 0])

# %% solution: the layer is told
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        drop = nn.Dropout(self.rate)
        x = drop(x, deterministic=not train)
        return nn.Dense(1)(x)

# %% solution: told in the call
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    def setup(self):
        self.inner = nn.Dense(self.hidden)
        self.drop = nn.Dropout(rate=self.rate)
        self.out = nn.Dense(1)

    def __call__(self, x, train):
        h = jax.nn.relu(self.inner(x))
        h = self.drop(h, deterministic=not train)
        return self.out(h)

# %% solution: an if
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        if train:
            drop = nn.Dropout(self.rate)
            x = drop(x, deterministic=False)
        return nn.Dense(1)(x)

# %% solution: before relu, which is the same
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(self.hidden)(x)
        off = not train
        x = nn.Dropout(self.rate, deterministic=off)(x)
        return nn.Dense(1)(nn.relu(x))

# %% solution: by hand, with a key of the module
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        if train:
            key = self.make_rng("dropout")
            keep = jax.random.bernoulli(
                key, 1 - self.rate, x.shape
            )
            x = jnp.where(keep, x / (1 - self.rate), 0.0)
        return nn.Dense(1)(x)

# %% wrong: never-drops
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)

# %% wrong: never-drops
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(self.rate, deterministic=True)(x)
        return nn.Dense(1)(x)

# %% wrong: always-drops
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(self.rate, deterministic=False)(x)
        return nn.Dense(1)(x)

# %% wrong: clinic/train-eval-mode
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(self.rate)(x)
        return nn.Dense(1)(x)

# %% wrong: modes-swapped
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(self.rate, deterministic=train)(x)
        return nn.Dense(1)(x)

# %% wrong: whole-example
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dense(1)(x)
        return nn.Dropout(self.rate, deterministic=not train)(x)

# %% wrong: whole-example
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.Dropout(self.rate, deterministic=not train)(x)
        x = nn.relu(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)

# %% wrong: same-for-all
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        drop = nn.Dropout(self.rate, broadcast_dims=(0,))
        return nn.Dense(1)(drop(x, deterministic=not train))

# %% wrong: kept-and-dropped-swapped
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(1 - self.rate)(x, deterministic=not train)
        return nn.Dense(1)(x)

# %% wrong: rate-ignored
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(0.5, deterministic=not train)(x)
        return nn.Dense(1)(x)

# %% wrong: key-ignored
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        drop = nn.Dropout(self.rate, deterministic=not train)
        x = drop(x, rng=jax.random.key(0))
        return nn.Dense(1)(x)

# %% wrong: not-rescaled
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        if train:
            key = self.make_rng("dropout")
            keep = jax.random.bernoulli(
                key, 1 - self.rate, x.shape
            )
            x = jnp.where(keep, x, 0.0)
        return nn.Dense(1)(x)

# %% wrong: layers-changed
import flax.linen as nn


class Net(nn.Module):
    hidden: int
    rate: float

    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(self.rate, deterministic=not train)(x)
        return nn.Dense(self.hidden)(x)

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import attempt, close, expect, need, rate_near, unchanged


def read_out(net, variables, x, key, hidden):
    """The hidden values as they are after dropout: one output weight at a time is 1."""
    columns = []
    for unit in range(hidden):
        out = jnp.zeros((hidden, 1)).at[unit].set(1.0)
        with_unit = jax.tree.map(
            lambda leaf, out=out: out if leaf.shape == (hidden, 1) else leaf, variables)
        y = unchanged(net.apply, with_unit, x, True, rngs={"dropout": key}, again="key-ignored")
        need(getattr(y, "shape", None) == (x.shape[0], 1), "wrong-shape", y)
        columns.append(y)
    return jnp.concatenate(columns, axis=1)


def check(learner, reference, rng):
    masks, rates = [], [rng.number(0.34, 0.4), rng.number(0.2, 0.3), rng.number(0.65, 0.8)]
    for rate, hidden, width in zip(rates, (8, 6, 5), (3, 2, 4), strict=True):
        net = learner.Net(hidden=hidden, rate=rate)
        x = rng.normal(250, width)
        variables = net.init(rng.key(), x, False)
        shapes = sorted(leaf.shape for leaf in jax.tree.leaves(variables))
        right = sorted([(width, hidden), (hidden,), (hidden, 1), (1,)])
        need(shapes == right, "layers-changed", str(shapes), str(right))
        own = {shape: rng.normal(*shape) for shape in right}
        plain = jax.nn.relu(x @ own[width, hidden] + own[hidden,]) @ own[hidden, 1] + own[1,]
        key, other, *keys = rng.keys(8)
        modes(net, own_tree(variables, own), x, plain, keys)
        # Hidden values above 0, one entry of each example and no bias: what is 0 was dropped.
        own = {(width, hidden): rng.uniform(width, hidden, low=0.5, high=1.5),
               (hidden,): jnp.zeros(hidden), (hidden, 1): jnp.zeros((hidden, 1)),
               (1,): jnp.zeros(1)}
        x = jnp.zeros((250, width)).at[:, 0].set(jnp.abs(x[:, 0]) + 0.5)
        got = read_out(net, own_tree(variables, own), x, key, hidden)
        gone = got == 0
        if bool(gone.any()):
            need(not bool((gone == gone[:, :1]).all()), "whole-example")
            need(not bool((gone == gone[:1]).all()), "same-for-all")
        again = read_out(net, own_tree(variables, own), x, other, hidden)
        need(not close(got, again), "key-ignored")
        h = x @ own[width, hidden]
        masks.append(gone)
        if rate_near(gone, rate):
            expect(got, jnp.where(gone, 0.0, h / (1 - rate)), tol=1e-3, mistakes={
                "not-rescaled": jnp.where(gone, 0.0, h)})
    if not all(rate_near(gone, rate) for gone, rate in zip(masks, rates, strict=True)):
        shares = [round(float(gone.mean()), 2) for gone in masks]
        swapped = [rate_near(~gone, rate) for gone, rate in zip(masks, rates, strict=True)]
        need(not all(swapped), "kept-and-dropped-swapped", shares, rates)
        need(max(shares) - min(shares) > 0.12, "rate-ignored", shares, rates)
        need(False, "wrong-rate", shares, rates)


def own_tree(variables, own):
    return jax.tree.map(lambda leaf: own[leaf.shape], variables)


def modes(net, variables, x, plain, keys):
    """Whether training and use are told apart, and use gives the plain network."""
    used = attempt(net.apply, variables, x, False)
    trained = [net.apply(variables, x, True, rngs={"dropout": key}) for key in keys]
    same = all(close(result, plain, 1e-3) for result in trained)
    if used.error is not None and "InvalidRngError" in used.error.names:
        need(not same, "modes-swapped")
        need(False, "always-drops")
    result = unchanged(net.apply, variables, x, False)
    expect(result, plain, tol=1e-3, inputs={"train": False})
    need(not same, "never-drops")
