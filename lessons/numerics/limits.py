# %% run
big = jnp.float32(16777216)  # 2 ** 24
print(big + 1 == big)
print(jnp.exp(89.0))
print(1 / jnp.float32(0))
print(jnp.log(-1.0))
