"""Curves stream while a program runs; no number of points ends a Run or floods its client."""

from __future__ import annotations

import asyncio
import math
import time

from tests.runner.lab import Lab
from tutor.events import Block, Metric, Output, Timing

LOG = "from tutor.kit import log, compare, show\n"


def test_points_arrive_in_order_and_whole(lab: Lab) -> None:
    told = lab.run(LOG + "for i in range(90):\n    log(i, loss=1 / (i + 1), lr=0.1)\n")
    assert told.curves["loss"] == [(i, 1 / (i + 1)) for i in range(90)]
    assert len(told.curves["lr"]) == 90


def test_nan_and_infinity_are_points(lab: Lab) -> None:
    told = lab.run(
        LOG + "for v in (1.0, float('nan'), float('inf'), -float('inf')):\n    log(1, v=v)"
    )
    values = [value for _, value in told.curves["v"]]
    assert values[0] == 1.0 and math.isnan(values[1]) and values[2:] == [math.inf, -math.inf]
    assert told.done.status == "ok"


def test_text_and_curves_keep_their_order(lab: Lab) -> None:
    told = lab.run(LOG + "print('a')\nlog(1, x=1)\nprint('b')\nlog(2, x=2)\nprint('c')")
    kinds = [
        event.text.strip() if isinstance(event, Output) else event.step
        for event in told.events
        if isinstance(event, Output | Metric)
    ]
    assert kinds == ["a", 1.0, "b", 2.0, "c"]


def test_a_point_is_seen_while_the_program_goes_on(lab: Lab) -> None:
    told = lab.run(LOG + "import time\nlog(1, x=1)\nprint('t')\ntime.sleep(0.6)\n")
    (point,) = told.of(Metric)
    assert point.time < 0.3
    assert told.of(Output)[0].time < 0.3


def test_a_million_points_keep_their_extremes_and_flood_nobody(lab: Lab) -> None:
    code = (
        "from tutor.kit.sink import emit\n"
        "from tutor.events import Metric\n"
        "for i in range(200_000):\n"
        "    v = 1000.0 if i == 101_010 else -1000.0 if i == 150_151 else float(i % 7)\n"
        "    emit(Metric(step=float(i), values={'v': v}))\n"
    )
    told = lab.run(code, wall=60)
    assert told.done.status == "ok"
    points = told.curves["v"]
    assert (101010.0, 1000.0) in points and (150151.0, -1000.0) in points
    assert points[0] == (0.0, 0.0) and points[-1][0] == 199_999.0
    assert [step for step, _ in points] == sorted(step for step, _ in points)
    assert len(points) < 2500 + 500 * told.done.seconds


def test_a_million_logged_points_never_block_the_client_for_long(lab: Lab) -> None:
    code = LOG + "for i in range(1_000_000):\n    log(i, loss=float(i % 97))\n"
    longest = lab.wait(_longest_frame(lab, lab.request(code, wall=60)))
    assert longest < 0.05


def test_a_million_prints_never_block_the_client_for_long(lab: Lab) -> None:
    code = "for i in range(1_000_000):\n    print(i)\n"
    longest = lab.wait(_longest_frame(lab, lab.request(code, wall=60, output=16 << 20)))
    assert longest < 0.05


async def _longest_frame(lab: Lab, request) -> float:
    """The longest time of processor that the client's loop was busy in one go, in a flood."""
    longest, over = 0.0, False

    async def watch() -> None:
        nonlocal longest
        while not over:
            began = time.thread_time()
            await asyncio.sleep(0)
            await asyncio.sleep(0.005)
            longest = max(longest, time.thread_time() - began)

    watching = asyncio.ensure_future(watch())
    told = await lab.collect(request)
    over = True
    await watching
    assert told.done.status in ("ok", "limit")
    return longest


def test_very_many_names_of_curves_are_left_out_after_the_first(lab: Lab) -> None:
    code = LOG + "for i in range(500):\n    log(1, **{f'c{i}': 1.0})\n"
    told = lab.run(code)
    assert told.done.status == "ok"
    assert len(told.curves) == 64


def test_timings_and_pictures_pass(lab: Lab) -> None:
    code = (
        LOG + "import jax.numpy as jnp\nshow(jnp.arange(6.0))\n"
        "compare(a=lambda: 1 + 1, b=lambda: sum(range(2000)))\n"
    )
    told = lab.run(code)
    assert told.done.status == "ok", told.events
    (block,) = told.of(Block)
    (timing,) = told.of(Timing)
    assert block.kind and [row.name for row in timing.rows] == ["a", "b"]


def test_a_flood_of_pictures_is_a_flood_of_output(lab: Lab) -> None:
    code = LOG + "while True:\n    show({'a': [1, 2, 3]})\n"
    told = lab.run(code, output=20 << 10)
    assert told.done.limit is not None and told.done.limit.name == "output"
