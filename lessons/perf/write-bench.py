# %% starter
import time


def bench(f, x, n):
    ...


f = jax.jit(lambda a: jnp.sin(a) @ a)
print(bench(f, jnp.ones((300, 300)), 5))

# %% solution: a list of times
import time


def bench(f, x, n):
    jax.block_until_ready(f(x))
    times = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        times.append(time.perf_counter() - start)
    return sorted(times)[n // 2]

# %% solution: median from NumPy
import time


def bench(f, x, n):
    def once():
        start = time.time()
        f(x).block_until_ready()
        return time.time() - start

    once()
    return float(np.median([once() for _ in range(n)]))

# %% solution: the first one dropped
import statistics
from time import perf_counter


def bench(f, x, n):
    times = []
    for _ in range(n + 1):
        start = perf_counter()
        np.asarray(f(x))
        times.append(perf_counter() - start)
    return statistics.median(times[1:])

# %% solution: timeit
import timeit


def bench(f, x, n):
    def call():
        jax.block_until_ready(f(x))

    call()
    times = timeit.repeat(call, number=1, repeat=n)
    return np.median(np.array(times))

# %% wrong: not-finished
import time


def bench(f, x, n):
    f(x)
    times = []
    for _ in range(n):
        start = time.perf_counter()
        f(x)
        times.append(time.perf_counter() - start)
    return sorted(times)[n // 2]

# %% wrong: not-finished
import time


def bench(f, x, n):
    jax.block_until_ready(f(x))
    times = []
    for _ in range(n):
        start = time.perf_counter()
        y = f(x)
        times.append(time.perf_counter() - start)
        jax.block_until_ready(y)
    return sorted(times)[n // 2]

# %% wrong: not-finished
import time


def bench(f, x, n):
    jax.block_until_ready(f(x))
    start = time.perf_counter()
    for _ in range(n):
        y = f(x)
    jax.block_until_ready(y)
    return (time.perf_counter() - start) / n

# %% wrong: compile-included
import time


def bench(f, x, n):
    start = time.perf_counter()
    for _ in range(n):
        jax.block_until_ready(f(x))
    return (time.perf_counter() - start) / n

# %% wrong: compile-included
import time


def bench(f, x, n):
    times = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        times.append(time.perf_counter() - start)
    return sorted(times)[n // 2]

# %% wrong: compile-included
import time


def bench(f, x, n):
    times = []
    for _ in range(n + 1):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        times.append(time.perf_counter() - start)
    return sum(times) / (n + 1)

# %% wrong: total-not-per-call
import time


def bench(f, x, n):
    jax.block_until_ready(f(x))
    start = time.perf_counter()
    for _ in range(n):
        jax.block_until_ready(f(x))
    return time.perf_counter() - start

# %% wrong: mean-not-median
import time


def bench(f, x, n):
    jax.block_until_ready(f(x))
    start = time.perf_counter()
    for _ in range(n):
        jax.block_until_ready(f(x))
    return (time.perf_counter() - start) / n

# %% wrong: best-not-median
import time


def bench(f, x, n):
    jax.block_until_ready(f(x))
    times = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        times.append(time.perf_counter() - start)
    return min(times)

# %% wrong: n-ignored
import time


def bench(f, x, n):
    jax.block_until_ready(f(x))
    times = []
    for _ in range(5):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        times.append(time.perf_counter() - start)
    return sorted(times)[2]

# %% wrong: milliseconds
import time


def bench(f, x, n):
    jax.block_until_ready(f(x))
    times = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times)[n // 2]

# %% wrong: wrong-value
import time


def bench(f, x, n):
    jax.block_until_ready(f(x))
    times = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        times.append(time.perf_counter() - start)
    return times[n // 2]

# %% wrong: no-return
import time


def bench(f, x, n):
    jax.block_until_ready(f(x))
    times = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        times.append(time.perf_counter() - start)
    print(sorted(times)[n // 2])

# %% wrong: more-calls
import time


def bench(f, x, n):
    for _ in range(2):
        jax.block_until_ready(f(x))
    times = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        times.append(time.perf_counter() - start)
    return sorted(times)[n // 2]

# %% wrong: cpu-time
import time


def bench(f, x, n):
    jax.block_until_ready(f(x))
    times = []
    for _ in range(n):
        start = time.process_time()
        jax.block_until_ready(f(x))
        times.append(time.process_time() - start)
    return sorted(times)[n // 2]

# %% probe
import time

import jax.numpy as jnp
import numpy as np


class Pending:
    """A result that is ready some time after whoever asks for it began to wait."""

    def __init__(self, call, seconds):
        self.call, self.seconds = call, seconds

    def block_until_ready(self):
        if self.call["done"] is None:
            time.sleep(self.seconds)
            self.call["done"] = time.perf_counter() - self.call["start"]
        return self

    def __array__(self, dtype=None, copy=None):
        self.block_until_ready()
        return np.zeros(2, dtype)


def measure(first, waits):
    """What `bench` says, and how long each call really took until it was ready."""
    calls = []
    given = jnp.arange(3.0)

    def slow(x):
        call = {"start": time.perf_counter(), "done": None, "x": x is given}
        calls.append(call)
        if len(calls) == 1:
            time.sleep(first)
        return Pending(call, waits[len(calls) % len(waits)])

    said = learner.bench(slow, given, len(waits))
    return said, [(call["done"], call["x"]) for call in calls]


# %% check
import math
import statistics

from tutor.checking import expect, fail, need

FIRST = 0.2
FIVE = (0.130, 0.008, 0.024, 0.090, 0.015)
THREE = (0.090, 0.010, 0.030)


def check(learner, reference, rng):
    said, calls = learner.probe("measure", FIRST, FIVE)
    expect(said, 0.1, "wrong-value", tol=math.inf)
    need(len(calls) > 0, "wrong-value", "f was never called")
    _, fewer = learner.probe("measure", FIRST, THREE)
    need(len(calls) - len(fewer) == 2, "n-ignored", f"{len(fewer)}, {len(calls)}")
    for waits in (FIVE, FIVE[::-1]):
        for _ in range(3):  # a busy machine may come between the two clocks
            said, calls = learner.probe("measure", FIRST, waits)
            if plausible(said, calls, 5):
                break
        else:
            explain(learner, said, calls, 5)
    need(len(calls) == 6, "more-calls", str(len(calls)), "6")


def plausible(said, calls, n):
    times = [done for done, _ in calls]
    if len(calls) <= n or None in times[-n:] or not all(same for _, same in calls):
        return False
    return near(said, statistics.median(times[-n:]))


def near(said, seconds):
    return 0.8 * seconds < float(said) < 1.2 * seconds + 0.003


def explain(learner, said, calls, n):
    need(all(same for _, same in calls), "wrong-value", "f was called with something else")
    times = [done for done, _ in calls]
    need(None not in times[-n:], "not-finished", f"{said} s")
    need(float(said) > 0, "wrong-value", f"{said} s")
    if float(said) < 0.5 * min(times):
        fail("cpu-time" if learner.mentions("process_time") else "not-finished", f"{said} s")
    need(len(times) > n, "compile-included", f"{said} s")
    last = times[-n:]
    right = f"{statistics.median(last)} s"
    for feedback, mistaken in (
        ("compile-included", statistics.mean(times)),
        ("total-not-per-call", sum(last)),
        ("mean-not-median", statistics.mean(last)),
        ("best-not-median", min(last)),
        ("milliseconds", 1000 * statistics.median(last)),
    ):
        if abs(float(said) - mistaken) < 0.1 * mistaken:
            fail(feedback, f"{said} s", right)
    fail("wrong-value", f"{said} s", right)
