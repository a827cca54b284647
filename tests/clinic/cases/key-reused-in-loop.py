import jax

key = jax.random.key(1)
for epoch in range(3):
    print(jax.random.permutation(key, 5))
