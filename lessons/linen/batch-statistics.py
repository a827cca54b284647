# %% run
import flax.linen as nn

norm = nn.BatchNorm(use_running_average=False, momentum=0.9)
x = jnp.array([[8.0], [12.0]])
v = norm.init(jax.random.key(0), x)
print(sorted(v))

y, new = norm.apply(v, x, mutable=["batch_stats"])
print(sorted(new))
for variables in (v, new):
    print(jnp.round(variables["batch_stats"]["mean"], 2))
