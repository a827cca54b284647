# %% run
import optax

opt = optax.sgd(0.1, momentum=0.9)
p = {"w": jnp.array(1.0)}
g = {"w": jnp.array(2.0)}
state = opt.init(p)

updates, state = opt.update(g, state, p)
p = optax.apply_updates(p, updates)
print(updates["w"], p["w"])

updates, state = opt.update(g, state, p)
print(updates["w"])

# %% run: memory
import optax

p = {"w": jnp.ones((3, 2)), "b": jnp.zeros(2)}
for opt in (optax.sgd(0.1), optax.adam(0.1)):
    print(jax.tree.map(jnp.shape, opt.init(p)))
