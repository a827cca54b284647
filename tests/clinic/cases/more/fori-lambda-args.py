import jax

print(jax.lax.fori_loop(0, 3, lambda position: position + 1, 0))
