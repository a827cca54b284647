# %% in-a-function
import jax, jax.numpy as jnp, optax

opt = optax.adamw(1e-2)

def loss(p, x):
    return jnp.sum((p["w"] * x) ** 2)

def step(p, s, x):
    grads = jax.grad(loss)(p, x)
    updates, _ = opt.update(grads, s, p)  # NOTICE
    return optax.apply_updates(p, updates), s

p = {"w": jnp.ones(3)}
s = opt.init(p)
for _ in range(3):
    p, s = step(p, s, jnp.arange(3.0))
print(p)
# %% first-of-two
import jax, jax.numpy as jnp, optax

w = jnp.ones(2)
solver = optax.chain(optax.clip(1.0), optax.adam(0.1))
memory = solver.init(w)
for i in range(4):
    change = solver.update(2 * w, memory, w)[0]  # NOTICE
    w = w + change
print(w)
# %% momentum
import jax.numpy as jnp, optax

params = jnp.array([1.0, -1.0])
sgd = optax.sgd(0.1, momentum=0.9)
opt_state = sgd.init(params)
for _ in range(5):
    updates, new_state = sgd.update(params, opt_state)  # NOTICE
    params = optax.apply_updates(params, updates)
print(params)
# %% new-params-unused
import jax.numpy as jnp, optax

params = {"w": jnp.ones(2)}
tx = optax.adam(0.1)
state = tx.init(params)
for _ in range(3):
    updates, state = tx.update(params, state)
    new_params = optax.apply_updates(params, updates)  # NOTICE
print(params)
# %% in-a-class
import jax, jax.numpy as jnp, optax

class Trainer:
    def __init__(self):
        self.params = jnp.ones(3)
        self.tx = optax.adam(0.1)
        self.state = self.tx.init(self.params)

    def step(self):
        grads = jax.grad(lambda p: jnp.sum(p**2))(self.params)
        updates, self.state = self.tx.update(grads, self.state)
        optax.apply_updates(self.params, updates)  # NOTICE

trainer = Trainer()
for _ in range(3):
    trainer.step()
print(trainer.params)
# %% tree-map
import jax, jax.numpy as jnp

params = {"w": jnp.ones(2), "b": jnp.zeros(())}
grads = {"w": jnp.ones(2), "b": jnp.ones(())}
for _ in range(3):
    jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)  # NOTICE
print(params)
# %% step-not-kept
import jax, jax.numpy as jnp, optax

tx = optax.adam(0.1)

@jax.jit
def train_step(params, state):
    grads = jax.grad(lambda p: jnp.sum(p**2))(params)
    updates, state = tx.update(grads, state)
    params = optax.apply_updates(params, updates)
    return params, state

params = jnp.ones(3)
state = tx.init(params)
for epoch in range(4):
    train_step(params, state)  # NOTICE
print(params)
# %% train-state
import jax, jax.numpy as jnp, optax
from flax import linen as nn
from flax.training.train_state import TrainState

model = nn.Dense(1)
variables = model.init(jax.random.key(0), jnp.ones((1, 2)))
state = TrainState.create(apply_fn=model.apply, params=variables["params"], tx=optax.adam(0.1))
x = jnp.ones((4, 2))
for _ in range(3):
    grads = jax.grad(lambda p: jnp.mean(state.apply_fn({"params": p}, x) ** 2))(state.params)
    state.apply_gradients(grads=grads)  # NOTICE
print(state.step)
# %% forgotten-in-a-method
import jax, jax.numpy as jnp, optax

class Learner:
    def __init__(self, w):
        self.w = w
        self.tx = optax.adam(0.1)
        self.memory = self.tx.init(w)

    def improve(self):
        grads = jax.grad(lambda w: jnp.sum(w**2))(self.w)
        updates, _ = self.tx.update(grads, self.memory)  # NOTICE
        self.w = optax.apply_updates(self.w, updates)

learner = Learner(jnp.ones(3))
for _ in range(3):
    learner.improve()
print(learner.w)
# %% not-returned
import jax, jax.numpy as jnp, optax

tx = optax.adam(0.1)

@jax.jit
def step(w, state, x):
    value, grads = jax.value_and_grad(lambda w: jnp.mean((w * x) ** 2))(w)
    updates, state = tx.update(grads, state, w)  # NOTICE
    return optax.apply_updates(w, updates), value

w = jnp.ones(2)
state = tx.init(w)
for _ in range(4):
    w, value = step(w, state, jnp.ones(2))
print(w, value)
# %% made-in-the-loop
import jax, jax.numpy as jnp, optax

w = jnp.ones(2)
tx = optax.adam(0.1)
for _ in range(5):
    st = tx.init(w)  # NOTICE
    g = jax.grad(lambda w: (w**2).sum())(w)
    up, st = tx.update(g, st)
    w = optax.apply_updates(w, up)
print(w)
# %% made-in-the-step
import jax, jax.numpy as jnp, optax

tx = optax.sgd(0.1, momentum=0.9)

@jax.jit
def step(w, x):
    state = tx.init(w)  # NOTICE
    grads = jax.grad(lambda w: ((w * x) ** 2).sum())(w)
    updates, state = tx.update(grads, state, w)
    return optax.apply_updates(w, updates)

w = jnp.ones(3)
for _ in range(4):
    w = step(w, jnp.arange(3.0))
print(w)
