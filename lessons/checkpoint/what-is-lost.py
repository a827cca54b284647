# %% run
import optax

tx = optax.adam(0.3)


def loss(w):
    return jnp.sum(jnp.array([1.0, 30.0]) * w**2)


@jax.jit
def step(w, opt):
    value, grad = jax.value_and_grad(loss)(w)
    updates, opt = tx.update(grad, opt, w)
    return optax.apply_updates(w, updates), opt, value


def train(name, forget):
    w = jnp.array([4.0, 4.0])
    opt, late = tx.init(w), []
    for i in range(120):
        if forget and i == 60:
            opt = tx.init(w)
        w, opt, value = step(w, opt)
        log(i, **{name: value})
        if 60 < i < 66:
            late.append(float(value))
    return max(late)


kept = train("state kept", forget=False)
lost = train("state lost", forget=True)
print("goes on as before" if lost < 2 * kept else "jumps")
