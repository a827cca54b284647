import jax, jax.numpy as jnp
print(jax.nn.softmax([1.0, 2.0]))
