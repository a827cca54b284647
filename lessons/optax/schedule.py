# %% run
import optax

rate = optax.warmup_cosine_decay_schedule(
    init_value=0.0,
    peak_value=0.3,
    warmup_steps=10,
    decay_steps=100,
)
opt = optax.sgd(rate)
p = jnp.array(5.0)
state = opt.init(p)
lengths = []
for i in range(100):
    updates, state = opt.update(jnp.array(1.0), state, p)
    lengths.append(-float(updates))
    log(i, length=lengths[-1])
print(lengths.index(max(lengths)))
