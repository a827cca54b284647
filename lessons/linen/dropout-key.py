# %% run
import flax.linen as nn

drop = nn.Dropout(0.5, deterministic=False)
print(drop.apply({}, jnp.ones(4)))

# %% run: with-key
import flax.linen as nn

drop = nn.Dropout(0.5, deterministic=False)
x = jnp.ones(1000)


def masked(seed):
    rngs = {"dropout": jax.random.key(seed)}
    return drop.apply({}, x, rngs=rngs)


print(sorted(set(masked(0).tolist())))
print(bool((masked(0) == masked(0)).all()))
print(bool((masked(0) == masked(1)).all()))
