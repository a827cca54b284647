print(jnp.ones(2))
