"""`compare`: an honest stopwatch."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from tutor.events import Contestant, Timing
from tutor.kit import sink
from tutor.kit.agree import agree
from tutor.kit.contestants import Arguments, settle
from tutor.kit.contestants import Contestant as Entry

SAMPLE = 5e-3
"""Seconds that one sample lasts at least: fast functions are called many times in a sample.

Shorter ones measure how long two threads on two cores take to wake each other, which is over within
a millisecond or two and is ten times as long as a small compiled function."""
MOST_ROUNDS = 1000
FEWEST_ROUNDS = 3
MANY_ROUNDS = 8
"""From here on a confidence interval of 99 % exists for the median."""
PATIENCE = 4
"""A comparison of slow functions ends after so many budgets, however few rounds it has."""


@dataclass(frozen=True)
class Comparison:
    """What `compare` found. `result["name"]` is one row; `ratio` compares two medians."""

    rows: tuple[Contestant, ...]
    same: bool | None
    seconds: float
    undecided: tuple[tuple[str, str], ...]

    def __getitem__(self, name: str) -> Contestant:
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    def ratio(self, slower: str, faster: str) -> float:
        """How many times as long `slower` takes as `faster`."""
        return self[slower].median / self[faster].median

    def __repr__(self) -> str:
        rows = ", ".join(f"{row.name} {row.median:.3g} s" for row in self.rows)
        return f"<comparison: {rows}>"


def compare(
    *,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
    budget: float = 1.0,
    label: str = "compare",
    **contestants: Callable[..., Any],
) -> Comparison:
    """Time functions against each other: `compare(loop=f, vmap=g, args=(x,))`.

    Every call waits until its result is ready. The first call, which traces and compiles, is timed
    apart. Then rounds follow for about `budget` seconds; in each round every contestant has its
    turn, the order rotating, so that a slow moment of the machine hits all of them. Reported are
    the median and the spread (half the interquartile range over the median) of the rounds.

    Two contestants are "too close to tell" unless the rounds decide: the ratio of the two is
    taken within each round, and the 99 % confidence interval of its median (from order
    statistics, free of any assumption about the noise) must lie beyond 2 % on one side. With
    fewer than 8 rounds all of them must agree, by more than 10 %.

    `args` and `kwargs` are passed to every contestant; one that donates them gets a fresh copy for
    each call, made while the clock stands. A result that holds no arrays says nothing of work that
    is still under way: if there is some when such a function returns, all of it is waited for. The
    results of the first calls are compared, up to rounding; a list of arrays agrees with the array
    that stacks it.
    """
    args, keywords = _checked(args, kwargs, contestants)
    names = list(contestants)
    began = time.perf_counter()
    settle()
    shared = Arguments(args, keywords)
    entries = [Entry(function, shared) for function in contestants.values()]

    firsts: list[tuple[float, float]] = []
    results: list[Any] = []
    for entry in entries:
        took, compiled, result = entry.first()
        firsts.append((took, compiled))
        results.append(result)
    same = agree(results) if len(results) > 1 else None
    results.clear()

    samples = _rounds(entries, [took - compiled for took, compiled in firsts], budget)
    rows = tuple(
        Contestant(
            name=name,
            first=first,
            compile=compiled,
            median=float(np.median(times)),
            spread=_spread(times),
            rounds=len(times),
        )
        for name, (first, compiled), times in zip(names, firsts, samples, strict=True)
    )
    undecided = tuple(
        (names[i], names[j])
        for i, j in combinations(range(len(names)), 2)
        if not decided(samples[i], samples[j])
    )
    seconds = time.perf_counter() - began
    sink.flush()
    sink.emit(Timing(label=label, rows=rows, same=same, seconds=seconds, undecided=undecided))
    return Comparison(rows=rows, same=same, seconds=seconds, undecided=undecided)


def decided(left: Sequence[float], right: Sequence[float]) -> bool:
    """Whether the rounds say which of two contestants is faster (the rule is that of `compare`)."""
    ratios = sorted(math.log(a / b) for a, b in zip(left, right, strict=True))
    count = len(ratios)
    if count >= MANY_ROUNDS:
        rank = _interval_rank(count)
        low, high, margin = ratios[rank], ratios[count - 1 - rank], math.log(1.02)
    else:
        low, high = ratios[0], ratios[-1]
        margin = math.log(1.10 if count >= FEWEST_ROUNDS else 1.50)
    return low > margin or high < -margin


def _interval_rank(count: int) -> int:
    """Largest r such that the median lies between the values of rank r from both ends with 99 %."""
    tail, rank = 0.0, 0
    for k in range(count):
        tail += math.comb(count, k) / 2**count
        if 2 * tail > 0.01:
            break
        rank = k
    return rank


def _spread(times: Sequence[float]) -> float:
    low, middle, high = np.percentile(times, [25, 50, 75])
    return float((high - low) / 2 / middle) if middle > 0 else 0.0


def _rounds(entries: list[Entry], estimates: list[float], budget: float) -> list[list[float]]:
    """Seconds per call: a list for each contestant, one entry a round."""
    start = time.perf_counter()
    slow = budget / 20
    repeats = [
        1 if estimate > slow else _repeats(entry)
        for entry, estimate in zip(entries, estimates, strict=True)
    ]
    samples: list[list[float]] = [[] for _ in entries]
    order = list(range(len(entries)))
    collecting = gc.isenabled()
    gc.disable()
    try:
        for count in range(MOST_ROUNDS):
            spent = time.perf_counter() - start
            if count and spent > budget and (count >= FEWEST_ROUNDS or spent > PATIENCE * budget):
                break
            for index in order:
                took = entries[index].sample(repeats[index])
                samples[index].append(took)
                if repeats[index] > 1 and took * repeats[index] > 2 * SAMPLE:
                    repeats[index] = math.ceil(SAMPLE / took)
            order = order[1:] + order[:1] if count % 2 else order[::-1]
    finally:
        if collecting:
            gc.enable()
    return samples


def _repeats(entry: Entry) -> int:
    """How many calls make one sample. The calls made here also warm up.

    Single calls seem slower than many in a row, so the number grows with what more of them show.
    """
    most, repeats = entry.most_repeats(), 1
    while repeats < most and (took := entry.sample(repeats)) * repeats < SAMPLE:
        repeats = min(most, max(2 * repeats, math.ceil(SAMPLE / took)))
    return repeats


def _checked(
    args: Any, kwargs: Any, contestants: Mapping[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    if not contestants:
        raise TypeError("compare: name the functions to compare: compare(a=f, b=g, args=(x,)).")
    for name, function in contestants.items():
        if not callable(function):
            raise TypeError(
                f"compare: {name} must be a function, not {type(function).__name__}. Pass the "
                f"function itself and its arguments in args: compare({name}=f, args=(x,))."
            )
    if not isinstance(args, (tuple, list)):
        raise TypeError(
            f"compare: args must be a tuple, not {type(args).__name__}. With one argument write "
            "args=(x,)."
        )
    return tuple(args), dict(kwargs or {})
