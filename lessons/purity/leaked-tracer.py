# %% run
kept = []


@jax.jit
def f(x):
    y = x * 2
    kept.append(y)
    return y + 1


f(1.0)
print(kept[0] + 1)

# %% run: returned
@jax.jit
def f(x):
    y = x * 2
    return y + 1, y


result, between = f(1.0)
print(result, between + 1)
