# %% right: apply
def double_one(x, i):
    return x.at[i].apply(lambda v: v + v)

# %% right: one_hot
def double_one(x, i):
    return x * (1 + jax.nn.one_hot(i % len(x), x.size))

# %% right: concatenate
def double_one(x, i):
    i = i % len(x)
    return jnp.concatenate([x[:i], 2 * x[i : i + 1], x[i + 1 :]])

# %% right: where, jit
double_one = jax.jit(lambda x, i: jnp.where(jnp.arange(len(x)) == i % len(x), 2 * x, x))

# %% right: unpacked list
def double_one(x, i):
    values = list(x)
    values[i] = values[i] * 2
    return jnp.array(values)

# %% wrong: next
def double_one(x, i):
    return x.at[i - 1].multiply(2)

# %% wrong: slice
def double_one(x, i):
    return x.at[i:].multiply(2)

# %% wrong: value match
def double_one(x, i):
    return jnp.where(x == x[i], 2 * x, x)

# %% wrong: at only
def double_one(x, i):
    return x.at[i] * 2
