# %% start
import flax.linen as nn

# %% right: setup
class Net(nn.Module):
    hidden: int
    rate: float
    def setup(self):
        self.a = nn.Dense(self.hidden)
        self.drop = nn.Dropout(self.rate)
        self.b = nn.Dense(1)
    def __call__(self, x, train):
        h = jax.nn.relu(self.a(x))
        h = self.drop(h, deterministic=not train)
        return self.b(h)

# %% right: if train, Dropout(deterministic False)
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        if train:
            x = nn.Dropout(rate=self.rate, deterministic=False)(x)
        return nn.Dense(1)(x)

# %% right: own mask with make_rng
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        if train:
            keep = jax.random.bernoulli(self.make_rng("dropout"), 1 - self.rate, x.shape)
            x = jnp.where(keep, x / (1 - self.rate), 0)
        return nn.Dense(1)(x)

# %% right: names, default train
class Net(nn.Module):
    hidden: int
    rate: float = 0.5
    @nn.compact
    def __call__(self, x, train: bool = False):
        x = nn.Dense(features=self.hidden, name="hidden_layer")(x)
        x = jnp.maximum(x, 0.0)
        x = nn.Dropout(self.rate)(x, deterministic=not train)
        x = nn.Dense(1, name="out")(x)
        return x

# %% right: sequential
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        return nn.Sequential([nn.Dense(self.hidden), nn.relu,
            nn.Dropout(self.rate, deterministic=not train), nn.Dense(1)])(x)

# %% right: dropout before relu equals (hidden values)
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        det = False if train else True
        x = nn.Dense(self.hidden)(x)
        x = nn.relu(x)
        x = nn.Dropout(self.rate, deterministic=det, rng_collection="dropout")(x)
        return nn.Dense(1)(x)

# %% wrong: dropout on output
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dense(1)(x)
        return nn.Dropout(self.rate, deterministic=not train)(x)

# %% wrong: dropout on input
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dropout(self.rate, deterministic=not train)(x)
        x = nn.relu(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)

# %% wrong: literal rate
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(0.5, deterministic=not train)(x)
        return nn.Dense(1)(x)

# %% wrong: result thrown away
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        nn.Dropout(self.rate, deterministic=not train)(x)
        return nn.Dense(1)(x)

# %% wrong: own key constant
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(self.rate, deterministic=not train)(x, rng=jax.random.key(0))
        return nn.Dense(1)(x)

# %% wrong: deterministic = train
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(self.rate, deterministic=train)(x)
        return nn.Dense(1)(x)

# %% wrong: deterministic not given
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(self.rate)(x)
        return nn.Dense(1)(x)

# %% wrong: deterministic False always
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(self.rate, deterministic=False)(x)
        return nn.Dense(1)(x)

# %% wrong: two dropouts
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dropout(self.rate, deterministic=not train)(x)
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(self.rate, deterministic=not train)(x)
        return nn.Dense(1)(x)

# %% wrong: broadcast dims 0
class Net(nn.Module):
    hidden: int
    rate: float
    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dropout(self.rate, broadcast_dims=(0,), deterministic=not train)(x)
        return nn.Dense(1)(x)
