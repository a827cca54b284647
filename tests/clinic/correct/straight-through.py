import jax, jax.numpy as jnp

def quantize(x):
    return x + jax.lax.stop_gradient(jnp.round(x) - x)

print(jax.grad(lambda x: jnp.sum(quantize(x) ** 2))(jnp.array([0.4, 1.6])))

def relu_loss(w, x):
    return jnp.mean(jnp.where(x > 0, w * x, 0.1 * w * x) ** 2)

print(jax.grad(relu_loss)(0.5, jnp.array([-1.0, 2.0])))

def td(params, target, s, r):
    goal = jax.lax.stop_gradient(r + 0.9 * jnp.max(target * s))
    return (jnp.sum(params * s) - goal) ** 2

print(jax.grad(td)(jnp.ones(3), jnp.ones(3), jnp.arange(3.0), 1.0))
print(jax.grad(lambda x: (x - 1.0) ** 2)(1.0))
