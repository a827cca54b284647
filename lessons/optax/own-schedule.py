# %% starter
import optax


def warmup(peak, n):
    def rate(step):
        ...

    return rate


opt = optax.sgd(warmup(0.3, 20))
state = opt.init(jnp.array(0.0))
for i in range(50):
    u, state = opt.update(jnp.array(1.0), state)
    log(i, length=-u)

# %% solution: the smaller of two
def warmup(peak, n):
    def rate(step):
        return peak * jnp.minimum(step / n, 1.0)

    return rate

# %% solution: where
def warmup(peak, n):
    return lambda i: jnp.where(i < n, peak * i / n, peak)

# %% solution: Optax has it
import optax


def warmup(peak, n):
    return optax.linear_schedule(0.0, peak, n)

# %% solution: clip
def warmup(top, n):
    def schedule(count):
        return top * jnp.clip(count / n, 0.0, 1.0)

    return schedule

# %% solution: cond
def warmup(peak, n):
    def rate(step):
        return jax.lax.cond(
            step < n,
            lambda: jnp.float32(peak * step / n),
            lambda: jnp.float32(peak),
        )

    return rate

# %% wrong: keeps-growing
def warmup(peak, n):
    def rate(step):
        return peak * step / n

    return rate

# %% wrong: jumps
def warmup(peak, n):
    def rate(step):
        return peak * jnp.minimum(step // n, 1)

    return rate

# %% wrong: jumps
def warmup(peak, n):
    def rate(step):
        return jnp.where(step < n, 0.0, peak)

    return rate

# %% wrong: one-early
def warmup(peak, n):
    def rate(step):
        return peak * jnp.minimum((step + 1) / n, 1.0)

    return rate

# %% wrong: one-late
def warmup(peak, n):
    def rate(step):
        return peak * jnp.minimum(step / (n + 1), 1.0)

    return rate

# %% wrong: comes-down
def warmup(peak, n):
    def rate(step):
        return peak * jnp.maximum(1.0 - step / n, 0.0)

    return rate

# %% wrong: capped-at-one
def warmup(peak, n):
    def rate(step):
        return jnp.minimum(peak * step / n, 1.0)

    return rate

# %% wrong: without-peak
def warmup(peak, n):
    def rate(step):
        return jnp.minimum(step / n, 1.0)

    return rate

# %% wrong: no-plateau
def warmup(peak, n):
    def rate(step):
        return jnp.where(step < n, peak * step / n, 0.0)

    return rate

# %% wrong: constant
def warmup(peak, n):
    def rate(step):
        return peak

    return rate

# %% wrong: wrong-value
def warmup(peak, n):
    def rate(step):
        return 0.3 * jnp.minimum(step / n, 1.0)

    return rate

# %% wrong: wrong-value
def warmup(peak, n):
    def rate(step):
        return peak * jnp.minimum(step / 20, 1.0)

    return rate

# %% wrong: no-function
def warmup(peak, n):
    return jnp.linspace(0.0, peak, n)

# %% wrong: no-return
def warmup(peak, n):
    def rate(step):
        peak * jnp.minimum(step / n, 1.0)

    return rate

# %% wrong: clinic/traced-branch
def warmup(peak, n):
    def rate(step):
        if step < n:
            return peak * step / n
        return peak

    return rate

# %% wrong: clinic/traced-branch
def warmup(peak, n):
    def rate(step):
        return peak * min(step / n, 1.0)

    return rate

# %% check
import jax.numpy as jnp

from tutor.checking import expect, need


def check(learner, reference, rng):
    for n, low, high in ((rng.whole(6, 30), 1.5, 3.0), (1, 0.1, 0.9), (rng.whole(100, 300), 0.1, 0.9)):
        peak = rng.number(low, high)
        rate = learner.warmup(peak, n)
        need(rate is None or callable(rate), "no-function", rate)
        right = reference.warmup(peak, n)
        fast = learner.jit(rate)
        for t in (n // 3, n // 2, n - 1, n, n + 1, 3 * n, 0, 1):
            inputs = {"peak": peak, "n": n, "step": t}
            for f, step in ((rate, t), (rate, jnp.int32(t)), (fast, jnp.int32(t))):
                expect(f(step), right(t), dtype=None, inputs=inputs,
                       mistakes=mistakes(peak, n, t))


def mistakes(peak, n, t):
    grows = peak * t / n
    if t >= n:
        return {
            "keeps-growing": grows,
            "no-plateau": 0.0,
            "capped-at-one": min(grows, 1.0),
        }
    if t > 0:
        return {
            "jumps": 0.0,
            "constant": peak,
            "one-early": peak * (t + 1) / n,
            "one-late": peak * t / (n + 1),
            "comes-down": peak * (1 - t / n),
            "without-peak": t / n,
            "capped-at-one": min(grows, 1.0),
        }
    return {}
