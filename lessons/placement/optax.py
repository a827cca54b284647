# %% run
import optax

params = {"w": 1.0, "b": 2.0}
grads = {"w": 1.0, "b": 1.0}
opt = optax.sgd(0.1)
state = opt.init(params)
updates, state = opt.update(grads, state, params)
print(params["w"])
