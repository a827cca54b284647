import jax, jax.numpy as jnp

coefficients = (1.0, -2.0, 0.5, 3.0)

@jax.jit
def horner(x):
    total = jnp.zeros_like(x)
    for c in coefficients:
        total = total * x + c
    return total

@jax.jit
def rk4(y, dt):
    for _ in range(8):
        k1 = -y
        k2 = -(y + dt / 2 * k1)
        k3 = -(y + dt / 2 * k2)
        k4 = -(y + dt * k3)
        y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y

print(horner(jnp.linspace(0, 1, 3)), rk4(1.0, 0.1))
