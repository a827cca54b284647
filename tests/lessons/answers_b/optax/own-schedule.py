# %% start
import optax

# %% right: minimum
def warmup(peak, n):
    def rate(step):
        return peak * jnp.minimum(step / n, 1.0)
    return rate

# %% right: where
def warmup(peak, n):
    def rate(step):
        return jnp.where(step < n, peak * step / n, peak)
    return rate

# %% right: linear_schedule
def warmup(peak, n):
    return optax.linear_schedule(0.0, peak, n)

# %% right: interp
def warmup(peak, n):
    return lambda step: jnp.interp(step, jnp.array([0.0, n]), jnp.array([0.0, peak]))

# %% right: clip
def warmup(peak, n):
    """Warm up."""
    def rate(step):
        return jnp.clip(step * (peak / n), 0, peak)
    return rate

# %% right: class
class Warmup:
    def __init__(self, peak, n):
        self.peak, self.n = peak, n
    def __call__(self, step):
        return jnp.minimum(self.peak, self.peak * step / self.n)
def warmup(peak, n):
    return Warmup(peak, n)

# %% right: partial
from functools import partial
def _rate(step, peak, n):
    return jax.lax.select(jnp.asarray(step) >= n, jnp.float32(peak), jnp.float32(peak * step / n))
def warmup(peak, n):
    return partial(_rate, peak=peak, n=n)

# %% right: cond
def warmup(peak, n):
    def rate(step):
        step = jnp.asarray(step, jnp.float32)
        return jax.lax.cond(step < n, lambda s: peak * s / n, lambda s: peak + 0.0 * s, step)
    return rate

# %% right: join
def warmup(peak, n):
    return optax.join_schedules([optax.linear_schedule(0.0, peak, n), optax.constant_schedule(peak)], [n])

# %% wrong: python if
def warmup(peak, n):
    def rate(step):
        if step < n:
            return peak * step / n
        return peak
    return rate

# %% wrong: min builtin
def warmup(peak, n):
    def rate(step):
        return peak * min(step / n, 1.0)
    return rate

# %% wrong: no cap
def warmup(peak, n):
    def rate(step):
        return peak * step / n
    return rate

# %% wrong: step+1
def warmup(peak, n):
    def rate(step):
        return peak * jnp.minimum((step + 1) / n, 1.0)
    return rate

# %% wrong: n-1
def warmup(peak, n):
    def rate(step):
        return peak * jnp.minimum(step / (n - 1), 1.0)
    return rate

# %% wrong: constants
def warmup(peak, n):
    def rate(step):
        return 0.3 * jnp.minimum(step / 20, 1.0)
    return rate

# %% wrong: floor division
def warmup(peak, n):
    def rate(step):
        return peak * jnp.minimum(step // n, 1.0)
    return rate

# %% wrong: drops after
def warmup(peak, n):
    def rate(step):
        return jnp.where(step <= n, peak * step / n, 0.0)
    return rate

# %% wrong: constant peak
def warmup(peak, n):
    def rate(step):
        return jnp.asarray(peak)
    return rate

# %% wrong: cosine
def warmup(peak, n):
    return optax.warmup_cosine_decay_schedule(0.0, peak, n, 10 * n)

# %% wrong: quadratic
def warmup(peak, n):
    def rate(step):
        return peak * jnp.minimum(step / n, 1.0) ** 2
    return rate

# %% wrong: capped at 1
def warmup(peak, n):
    def rate(step):
        return jnp.minimum(peak * step / n, 1.0)
    return rate

# %% wrong: returns number
def warmup(peak, n):
    return peak * jnp.minimum(1 / n, 1.0)

# %% wrong: optimizer
def warmup(peak, n):
    return optax.sgd(optax.linear_schedule(0.0, peak, n))

# %% wrong: negative
def warmup(peak, n):
    def rate(step):
        return -peak * jnp.minimum(step / n, 1.0)
    return rate

# %% wrong: counter state
def warmup(peak, n):
    count = [0]
    def rate(step):
        r = peak * min(count[0] / n, 1.0)
        count[0] += 1
        return jnp.asarray(r)
    return rate

# %% wrong: decay
def warmup(peak, n):
    return optax.linear_schedule(peak, 0.0, n)

# %% wrong: steps
def warmup(peak, n):
    def rate(step):
        return jnp.where(step < n, peak / 2, peak) * (step > 0)
    return rate

# %% wrong: jit on peak traced fails int
def warmup(peak, n):
    def rate(step):
        return peak * np.minimum(step / n, 1.0)
    return rate
