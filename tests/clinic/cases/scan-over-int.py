import jax

total, _ = jax.lax.scan(lambda c, i: (c + i, None), 0, 5)
print(total)
