import jax, jax.numpy as jnp

def f(x):
    return x**3 - 2 * x - 5

def newton(x, _):
    new = x - f(x) / jax.grad(f)(x)
    return new, new

root, path = jax.lax.scan(newton, 2.0, length=10)
print(root, path[:3])

def cond(state):
    x, err = state
    return err > 1e-6

def body(state):
    x, _ = state
    new = 0.5 * (x + 2 / x)
    return new, jnp.abs(new - x)

print(jax.lax.while_loop(cond, body, (1.0, 1.0)))
