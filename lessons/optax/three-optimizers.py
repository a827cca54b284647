# %% run
import optax


def loss(p):
    return 0.5 * p[0] ** 2 + 50 * p[1] ** 2


def train(name, opt):
    @jax.jit
    def step(p, state):
        value, g = jax.value_and_grad(loss)(p)
        updates, state = opt.update(g, state, p)
        return optax.apply_updates(p, updates), state, value

    p = jnp.array([5.0, 1.0])
    state = opt.init(p)
    for i in range(120):
        p, state, value = step(p, state)
        log(i, **{name: value})


train("sgd", optax.sgd(0.015))
train("momentum", optax.sgd(0.015, momentum=0.9))
train("adam", optax.adam(0.1))
