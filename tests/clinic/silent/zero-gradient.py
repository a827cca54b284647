# %% floor
import jax, jax.numpy as jnp

def price(x):
    return jnp.floor(x) * 2.0  # NOTICE

print(jax.grad(price)(3.7))
# %% comparison
import jax, jax.numpy as jnp

def accuracy(w, x, y):
    return jnp.mean((x @ w > 0) == y)  # NOTICE

g = jax.grad(accuracy)(jnp.ones(2), jnp.ones((4, 2)), jnp.array([1, 1, 0, 1]))
print(g)
# %% value-and-grad
import jax, jax.numpy as jnp

def steps(x):
    return jnp.sum(jnp.sign(x))  # NOTICE

value, slope = jax.value_and_grad(steps)(jnp.array([1.0, -2.0]))
print(value, slope)
# %% int-cast
import jax, jax.numpy as jnp

def bucket(x):
    i = x.astype(jnp.int32)  # NOTICE
    return i * 1.5

print(jax.grad(lambda x: bucket(x).sum())(jnp.array([1.2, 3.4])))
# %% stop-gradient
import jax, jax.numpy as jnp

def loss(w):
    return jnp.sum(jax.lax.stop_gradient(w) ** 2)  # NOTICE

grad = jax.grad(loss)
print(grad(jnp.ones(3)))
