# %% run
def average(name, fresh):
    key = jax.random.key(0)
    total = jnp.zeros(200)
    for n in range(1, 101):
        sub = jax.random.fold_in(key, n) if fresh else key
        total = total + jax.random.normal(sub, (200,))
        off = jnp.sqrt(jnp.mean((total / n) ** 2))
        log(n, **{name: off})


average("new keys", fresh=True)
average("one key", fresh=False)
