# %% run
def loop(x, n):
    for _ in range(n):
        x = jnp.sin(x)
    return x


def scan(x, n):
    body = lambda c, _: (jnp.sin(c), None)
    last, _ = jax.lax.scan(body, x, length=n)
    return last


for n in (3, 30):
    a = jax.make_jaxpr(loop, static_argnums=1)(1.0, n)
    b = jax.make_jaxpr(scan, static_argnums=1)(1.0, n)
    print(n, len(a.eqns), len(b.eqns))

# %% run: inside
def scan(x):
    body = lambda c, _: (jnp.sin(c), None)
    return jax.lax.scan(body, x, length=30)[0]


print(jax.make_jaxpr(scan)(1.0))
