# %% right: setup
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    def setup(self):
        self.first = nn.Dense(self.hidden)
        self.second = nn.Dense(self.hidden)
        self.out = nn.Dense(1)

    def __call__(self, x):
        x = nn.relu(self.first(x))
        x = nn.relu(self.second(x))
        return self.out(x)

# %% right: a loop
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        for _ in range(2):
            x = nn.relu(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)

# %% right: Sequential
from flax import linen


class MLP(linen.Module):
    hidden: int

    @linen.compact
    def __call__(self, inputs):
        layers = [linen.Dense(self.hidden), jax.nn.relu, linen.Dense(self.hidden), jax.nn.relu]
        return linen.Sequential([*layers, linen.Dense(features=1)])(inputs)

# %% right: a block module
import flax.linen as nn


class Block(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        return jnp.maximum(nn.Dense(self.width)(x), 0)


class MLP(nn.Module):
    hidden: int

    def setup(self):
        self.blocks = [Block(self.hidden) for _ in range(2)]
        self.head = nn.Dense(1, name="head")

    def __call__(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)

# %% right: parameters of one's own and einsum
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        widths = (self.hidden, self.hidden, 1)
        for i, n in enumerate(widths):
            w = self.param(f"w{i}", nn.initializers.lecun_normal(), (x.shape[-1], n))
            b = self.param(f"b{i}", nn.initializers.zeros, (n,))
            x = jnp.einsum("...i,ij->...j", x, w) + b
            x = x if i == 2 else nn.relu(x)
        return x
