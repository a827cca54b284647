import jax, jax.numpy as jnp

def step(balance, flow):
    balance = balance + flow
    if balance < 0:
        balance = 0.0
    return balance, balance

print(jax.lax.scan(step, 5.0, jnp.array([1.0, -9.0, 2.0])))
