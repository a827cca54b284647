import jax

words = "123"
print(jax.nn.softmax(map(float, words)))
