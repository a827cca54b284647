# %% start
from flax import nnx

# %% right: Sequential
class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.net = nnx.Sequential(
            nnx.Linear(width, hidden, rngs=rngs), nnx.relu,
            nnx.Linear(hidden, hidden, rngs=rngs), jax.nn.relu,
            nnx.Linear(hidden, 1, rngs=rngs))
    def __call__(self, x):
        return self.net(x)

# %% right: nnx.List and sizes
class MLP(nnx.Module):
    def __init__(self, width: int, hidden: int, rngs: nnx.Rngs):
        sizes = [width, hidden, hidden, 1]
        self.layers = nnx.List([nnx.Linear(a, b, rngs=rngs) for a, b in zip(sizes, sizes[1:])])
    def __call__(self, x: jax.Array) -> jax.Array:
        *most, last = self.layers
        for layer in most:
            x = jnp.maximum(layer(x), 0)
        return last(x)

# %% right: own params
class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        init = nnx.initializers.lecun_normal()
        def lin(a, b): return nnx.Param(init(rngs.params(), (a, b))), nnx.Param(jnp.zeros(b))
        self.k1, self.b1 = lin(width, hidden)
        self.k2, self.b2 = lin(hidden, hidden)
        self.k3, self.b3 = lin(hidden, 1)
    def __call__(self, x):
        x = nnx.relu(x @ self.k1[...] + self.b1[...])
        x = nnx.relu(x @ self.k2[...] + self.b2[...])
        return x @ self.k3[...] + self.b3[...]

# %% wrong: output squeezed
class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.a = nnx.Linear(width, hidden, rngs=rngs); self.b = nnx.Linear(hidden, hidden, rngs=rngs); self.c = nnx.Linear(hidden, 1, rngs=rngs)
    def __call__(self, x):
        return self.c(nnx.relu(self.b(nnx.relu(self.a(x)))))[..., 0]

# %% wrong: shared middle for first when width equals
class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.a = nnx.Linear(width, hidden, rngs=rngs); self.c = nnx.Linear(hidden, 1, rngs=rngs)
    def __call__(self, x):
        return self.c(nnx.relu(self.a(x)))

# %% wrong: fresh rngs inside
class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        r = nnx.Rngs(0)
        self.a = nnx.Linear(width, hidden, rngs=r); self.b = nnx.Linear(hidden, hidden, rngs=r); self.c = nnx.Linear(hidden, 1, rngs=r)
    def __call__(self, x):
        return self.c(nnx.relu(self.b(nnx.relu(self.a(x)))))

# %% wrong: no self
class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        a = nnx.Linear(width, hidden, rngs=rngs)
        self.a = a
        b = nnx.Linear(hidden, hidden, rngs=rngs)
        c = nnx.Linear(hidden, 1, rngs=rngs)
    def __call__(self, x):
        return self.c(nnx.relu(self.b(nnx.relu(self.a(x)))))

# %% wrong: rngs not given
class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.a = nnx.Linear(width, hidden); self.b = nnx.Linear(hidden, hidden); self.c = nnx.Linear(hidden, 1)
    def __call__(self, x):
        return self.c(nnx.relu(self.b(nnx.relu(self.a(x)))))

# %% wrong: tanh-ish gelu
class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.a = nnx.Linear(width, hidden, rngs=rngs); self.b = nnx.Linear(hidden, hidden, rngs=rngs); self.c = nnx.Linear(hidden, 1, rngs=rngs)
    def __call__(self, x):
        return self.c(nnx.gelu(self.b(nnx.gelu(self.a(x)))))

# %% wrong: fixed width 2
class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.a = nnx.Linear(2, hidden, rngs=rngs); self.b = nnx.Linear(hidden, hidden, rngs=rngs); self.c = nnx.Linear(hidden, 1, rngs=rngs)
    def __call__(self, x):
        return self.c(nnx.relu(self.b(nnx.relu(self.a(x)))))

# %% wrong: layers order first second swapped
class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.a = nnx.Linear(hidden, width, rngs=rngs); self.b = nnx.Linear(hidden, hidden, rngs=rngs); self.c = nnx.Linear(1, hidden, rngs=rngs)
    def __call__(self, x):
        return self.c(nnx.relu(self.b(nnx.relu(self.a(x)))))

# %% wrong: no return
class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.a = nnx.Linear(width, hidden, rngs=rngs); self.b = nnx.Linear(hidden, hidden, rngs=rngs); self.c = nnx.Linear(hidden, 1, rngs=rngs)
    def __call__(self, x):
        self.c(nnx.relu(self.b(nnx.relu(self.a(x)))))
