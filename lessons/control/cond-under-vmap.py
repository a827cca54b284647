# %% run
ran = []


def note(name):
    jax.debug.callback(lambda: ran.append(name))


def up(x):
    note("up")
    return jnp.sin(x)


def down(x):
    note("down")
    return jnp.cos(x)


def f(x):
    return jax.lax.cond(x > 0, up, down, x)


f(1.0)
jax.effects_barrier()
print(sorted(set(ran)))
ran.clear()
jax.vmap(f)(jnp.array([1.0, 2.0, 3.0]))
jax.effects_barrier()
print(sorted(set(ran)))
