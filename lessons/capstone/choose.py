# %% run
rows = [int(c) for c in "7117447"]   # a digit, seven rows
for row in rows:
    print(f"{row:03b}".replace("0", ".").replace("1", "#"))

digits = jax.random.randint(jax.random.key(0), (6,), 0, 10)
print(digits, "->", digits[::-1])

ka, kn = jax.random.split(jax.random.key(1))
a = jax.random.uniform(ka, (300,)) * 2 * jnp.pi
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
show(ring + 0.05 * jax.random.normal(kn, ring.shape))
