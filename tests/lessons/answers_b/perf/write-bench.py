# %% right: list median
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% right: statistics
from time import perf_counter as now
from statistics import median
def bench(f, x, n):
    f(x).block_until_ready()
    def one():
        start = now()
        f(x).block_until_ready()
        return now() - start
    return median(one() for _ in range(n))

# %% right: np median, perf_counter_ns
import time
def bench(f, x, n):
    """Median seconds."""
    jax.block_until_ready(f(x))
    times = np.empty(n)
    for i in range(n):
        a = time.perf_counter_ns()
        out = f(x)
        jax.block_until_ready(out)
        b = time.perf_counter_ns()
        times[i] = (b - a) * 1e-9
    return float(np.median(times))

# %% right: np scalar returned
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t0 = time.time()
        jax.block_until_ready(f(x))
        ts.append(time.time() - t0)
    return np.median(ts)

# %% right: jnp median
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t0 = time.monotonic()
        jax.block_until_ready(f(x))
        ts.append(time.monotonic() - t0)
    return jnp.median(jnp.array(ts))

# %% right: timeit
import timeit, statistics
def bench(f, x, n):
    call = lambda: jax.block_until_ready(f(x))
    call()
    return statistics.median(timeit.repeat(call, number=1, repeat=n))

# %% right: class context manager
import time
class Timer:
    def __enter__(self):
        self.t = time.perf_counter(); return self
    def __exit__(self, *a):
        self.dt = time.perf_counter() - self.t
def bench(f, x, n):
    jax.tree.map(lambda a: a.block_until_ready(), f(x))
    out = []
    for _ in range(n):
        with Timer() as t:
            jax.block_until_ready(f(x))
        out.append(t.dt)
    out.sort()
    return out[(n - 1) // 2]

# %% right: warm in loop
import time
def bench(f, x, n):
    ts = []
    for i in range(n + 1):
        t = time.perf_counter()
        y = f(x)
        jax.block_until_ready(y)
        ts.append(time.perf_counter() - t)
    return sorted(ts[1:])[n // 2]

# %% right: np.asarray waits
import time
def bench(f, x, n):
    np.asarray(f(x))
    ts = []
    for i in range(n):
        t = time.perf_counter()
        np.asarray(f(x))
        ts.append(time.perf_counter() - t)
    return float(np.median(ts))

# %% right: quantile
import time
def bench(f, x, n):
    jax.device_get(f(x))
    ts = []
    for i in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return float(np.quantile(ts, 0.5))

# %% right: warm not waited
import time
def bench(f, x, n):
    f(x)
    ts = []
    for i in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% right: datetime
from datetime import datetime
import heapq
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for i in range(n):
        t = datetime.now()
        jax.block_until_ready(f(x))
        ts.append((datetime.now() - t).total_seconds())
    return heapq.nsmallest(n // 2 + 1, ts)[-1]

# %% wrong: no warm
import time
def bench(f, x, n):
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% wrong: no wait
import time
def bench(f, x, n):
    f(x)
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        f(x)
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% wrong: wait after clock
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        y = f(x)
        ts.append(time.perf_counter() - t)
        jax.block_until_ready(y)
    return sorted(ts)[n // 2]

# %% wrong: mean
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sum(ts) / n

# %% wrong: total over n
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    t = time.perf_counter()
    for _ in range(n):
        jax.block_until_ready(f(x))
    return (time.perf_counter() - t) / n

# %% wrong: min
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return min(ts)

# %% wrong: unsorted middle
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return ts[n // 2]

# %% wrong: ms
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2] * 1000

# %% wrong: fixed 5
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(5):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[2]

# %% wrong: drops last of n+1 wrong end
import time
def bench(f, x, n):
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    ts = ts[1:]
    return sorted(ts)[len(ts) // 2]

# %% wrong: warm up with another x
import time
def bench(f, x, n):
    jax.block_until_ready(f(jnp.ones_like(x)))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% wrong: process_time
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.process_time()
        jax.block_until_ready(f(x))
        ts.append(time.process_time() - t)
    return sorted(ts)[n // 2]

# %% wrong: jit inside
import time
def bench(f, x, n):
    g = jax.jit(f)
    jax.block_until_ready(g(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(g(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% wrong: list returned
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)

# %% wrong: median by off by one
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2 + 1]

# %% wrong: start outside loop (cumulative)
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    t = time.perf_counter()
    for _ in range(n):
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% wrong: warm included in the median
import time
def bench(f, x, n):
    ts = []
    for _ in range(n + 1):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[(n + 1) // 2]

# %% wrong: calls f twice to wait
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        f(x)
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% wrong: waits on x instead
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        y = f(x)
        jax.block_until_ready(x)
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% wrong: two warm-ups
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% wrong: global f
import time
f = jax.jit(lambda a: jnp.sin(a) @ a)
def bench(_f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% wrong: chained x
import time
def bench(f, x, n):
    x = jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        x = jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return sorted(ts)[n // 2]

# %% wrong: rounded
import time
def bench(f, x, n):
    jax.block_until_ready(f(x))
    ts = []
    for _ in range(n):
        t = time.perf_counter()
        jax.block_until_ready(f(x))
        ts.append(time.perf_counter() - t)
    return round(sorted(ts)[n // 2])
