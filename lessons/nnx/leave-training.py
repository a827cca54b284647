# %% starter
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


model = Net(nnx.Rngs(0))
x = jax.random.normal(jax.random.key(0), (32, 3))
y = x[:, 0] - x[:, 1]
for _ in range(3):
    print(evaluate(model, x, y))

# %% solution: there and back
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    model.eval()
    error = jnp.mean((model(x) - y) ** 2)
    model.train()
    return error

# %% solution: on a copy
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    copy = nnx.merge(*nnx.split(model))
    copy.eval()
    return jnp.square(copy(x) - y).mean()

# %% solution: attributes set and reset
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    names = ["deterministic", "use_running_average"]
    model.set_attributes(**dict.fromkeys(names, True))
    try:
        return jnp.mean((model(x) - y) ** 2)
    finally:
        model.set_attributes(**dict.fromkeys(names, False))

# %% wrong: still-training
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    return jnp.mean((model(x) - y) ** 2)

# %% wrong: still-training
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    errors = [jnp.mean((model(x) - y) ** 2) for _ in range(9)]
    return jnp.mean(jnp.array(errors))

# %% wrong: left-in-eval
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    model.eval()
    return jnp.mean((model(x) - y) ** 2)

# %% wrong: left-in-eval
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    model.eval()
    return jnp.mean((model(x) - y) ** 2)
    model.train()

# %% wrong: left-in-eval
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    model.drop.rate = 0.0
    model.norm.use_running_average = True
    error = jnp.mean((model(x) - y) ** 2)
    model.norm.use_running_average = False
    return error

# %% wrong: batch-average-used
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    model.drop.deterministic = True
    error = jnp.mean((model(x) - y) ** 2)
    model.drop.deterministic = False
    return error

# %% wrong: still-dropping
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    model.norm.use_running_average = True
    error = jnp.mean((model(x) - y) ** 2)
    model.norm.use_running_average = False
    return error

# %% wrong: model-changed
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    model.eval()
    error = jnp.mean((model(x) - y) ** 2)
    model.train()
    model(x)
    return error

# %% wrong: no-return
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 16, rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.inner(x)))
        return self.out(self.drop(x))[:, 0]


def evaluate(model, x, y):
    model.eval()
    print(jnp.mean((model(x) - y) ** 2))
    model.train()

# %% probe
from flax import nnx


def make(seed, batches):
    """A model that has seen some batches in training."""
    model = learner.Net(nnx.Rngs(seed))
    model.train()
    for batch in batches:
        model(batch)
    return model


def numbers(model):
    parts = {
        "kernel": model.inner.kernel, "bias": model.inner.bias,
        "scale": model.norm.scale, "shift": model.norm.bias,
        "mean": model.norm.mean, "var": model.norm.var,
        "out": model.out.kernel, "end": model.out.bias,
    }
    return {name: part[...] for name, part in parts.items()}


def place(model, values):
    model.inner.kernel[...], model.inner.bias[...] = values["kernel"], values["bias"]
    model.norm.scale[...], model.norm.bias[...] = values["scale"], values["shift"]
    model.norm.mean[...], model.norm.var[...] = values["mean"], values["var"]
    model.out.kernel[...], model.out.bias[...] = values["out"], values["end"]


def trains(model):
    """Whether it drops and normalizes as a new one does."""
    drops = not model.drop.deterministic and model.drop.rate == 0.5
    return bool(drops and not model.norm.use_running_average)

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import close, expect, need


def error(p, x, y, mean=None, var=None):
    h = x @ p["kernel"] + p["bias"]
    mean = p["mean"] if mean is None else h.mean(0)
    var = p["var"] if var is None else h.var(0)
    h = jax.nn.relu((h - mean) / jnp.sqrt(var + 1e-5) * p["scale"] + p["shift"])
    return jnp.mean(((h @ p["out"] + p["end"])[:, 0] - y) ** 2)


def check(learner, reference, rng):
    for rows in (6, 3, 17):
        seen = [rng.normal(rows, 3) for _ in range(2)]
        model = learner.probe("make", rng.whole(0, 1000), seen)
        values = rng.like(learner.probe("numbers", model))
        values["var"] = jnp.abs(values["var"]) + 0.5
        learner.probe("place", model, values)
        x, y = rng.normal(rows, 3) + 1.0, rng.normal(rows)
        result, right = learner.evaluate(model, x, y), error(values, x, y)
        trains, now = learner.probe("trains", model), learner.probe("numbers", model)
        if not close(result, right, 1e-3) and result is not None:
            by_batch = error(values, x, y, "batch", "batch")
            need(not close(result, by_batch, 1e-3), "batch-average-used", result, right)
            again = learner.evaluate(model, x, y)
            moved = not close(now, values, 1e-6)
            need(not (moved and not close(again, result, 1e-6)), "still-training", result, again)
            need(moved or close(again, result, 1e-6), "still-dropping", result, again)
        expect(result, right, tol=1e-3, inputs={"x": x, "y": y})
        need(trains, "left-in-eval")
        need(close(now, values, 1e-6), "model-changed")
