# %% start
from flax import nnx

# %% right: nnx.Dict
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.depth = depth
        self.layers = nnx.Dict({f"l{i}": nnx.Linear(width, width, rngs=rngs) for i in range(depth)})
    def __call__(self, x):
        for i in range(self.depth):
            x = nnx.relu(self.layers[f"l{i}"](x))
        return x

# %% right: setattr
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.n = depth
        for i in range(depth):
            setattr(self, f"layer_{i}", nnx.Linear(width, width, rngs=rngs))
    def __call__(self, x):
        for i in range(self.n):
            x = jax.nn.relu(getattr(self, f"layer_{i}")(x))
        return x

# %% right: nnx.data on a list
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.data([nnx.Linear(width, width, rngs=rngs) for _ in range(depth)])
    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x

# %% right: sequential with relus
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        parts = []
        for _ in range(depth):
            parts += [nnx.Linear(width, width, rngs=rngs), nnx.relu]
        self.net = nnx.Sequential(*parts)
    def __call__(self, x):
        return self.net(x)

# %% right: append
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List([])
        while len(self.layers) < depth:
            self.layers.append(nnx.Linear(width, width, rngs=rngs))
    def __call__(self, x):
        for f in self.layers:
            x = jnp.where((z := f(x)) > 0, z, 0.0)
        return x

# %% wrong: same layer repeated
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List([nnx.Linear(width, width, rngs=rngs)] * depth)
    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x

# %% wrong: same seed for each
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List([nnx.Linear(width, width, rngs=nnx.Rngs(0)) for _ in range(depth)])
    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x

# %% wrong: depth - 1
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List([nnx.Linear(width, width, rngs=rngs) for _ in range(1, depth)])
    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x

# %% wrong: relu once at the end
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List([nnx.Linear(width, width, rngs=rngs) for _ in range(depth)])
    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return nnx.relu(x)

# %% wrong: three by name
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.a = nnx.Linear(width, width, rngs=rngs); self.b = nnx.Linear(width, width, rngs=rngs); self.c = nnx.Linear(width, width, rngs=rngs)
    def __call__(self, x):
        return nnx.relu(self.c(nnx.relu(self.b(nnx.relu(self.a(x))))))

# %% wrong: input not passed on
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List([nnx.Linear(width, width, rngs=rngs) for _ in range(depth)])
    def __call__(self, x):
        for layer in self.layers:
            y = nnx.relu(layer(x))
        return y

# %% wrong: return inside the loop
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List([nnx.Linear(width, width, rngs=rngs) for _ in range(depth)])
    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
            return x

# %% wrong: static list
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.static([nnx.Linear(width, width, rngs=rngs) for _ in range(depth)])
    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x

# %% wrong: residual
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List([nnx.Linear(width, width, rngs=rngs) for _ in range(depth)])
    def __call__(self, x):
        for layer in self.layers:
            x = x + nnx.relu(layer(x))
        return x

# %% wrong: reversed
class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List([nnx.Linear(width, width, rngs=rngs) for _ in range(depth)])
    def __call__(self, x):
        for layer in self.layers[::-1][:1] + self.layers[1:]:
            x = nnx.relu(layer(x))
        return x
