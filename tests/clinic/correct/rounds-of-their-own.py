import jax
import jax.numpy as jnp
import optax


def loss(w, x):
    return jnp.mean((x * w - 1.0) ** 2)


x = jnp.linspace(0.0, 1.0, 8)
for rate in (0.1, 0.01):
    tx = optax.adam(rate)
    w = jnp.ones(8)
    state = tx.init(w)
    for _ in range(3):
        updates, state = tx.update(jax.grad(loss)(w, x), state)
        w = optax.apply_updates(w, updates)
    print(rate, loss(w, x))

w = jnp.ones(8)
for name, tx in {"adam": optax.adam(0.1), "lion": optax.lion(0.1)}.items():
    state = tx.init(w)
    updates, state = tx.update(jax.grad(loss)(w, x), state, w)
    print(name, loss(optax.apply_updates(w, updates), x))

tx = optax.sgd(0.1, momentum=0.9)
for i in range(6):
    if i % 3 == 0:  # a warm restart
        state = tx.init(w)
    updates, state = tx.update(jax.grad(loss)(w, x), state)
    w = optax.apply_updates(w, updates)
print(w)


def body(carry, i):
    total, key = carry
    here = jax.random.fold_in(key, i)
    return (total + jax.random.normal(here), key), here


print(jax.lax.scan(body, (0.0, jax.random.key(0)), jnp.arange(3))[0][0])


def split_body(carry, _):
    total, key = carry
    key, sub = jax.random.split(key)
    return (total + jax.random.normal(sub), key), total


print(jax.lax.scan(split_body, (0.0, jax.random.key(0)), None, length=3)[0][0])
