"""The longest time for which the app's event loop is busy while a snippet floods it.

    python -m benchmarks.frames

Three snippets run in the real app with the real host: a million printed lines, a million logged
points, and a hundred points a second. A task that asks to be woken every 5 ms notes how late it is.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time

from benchmarks.report import milliseconds, publish, table

FLOODS = {
    "a million lines": "for i in range(1_000_000):\n    print(i)\n",
    "a million points": "for i in range(1_000_000):\n    log(i, loss=i % 97)\n",
    "100 points a second": (
        "import time\nfor i in range(500):\n    log(i, loss=1 / (i + 1))\n    time.sleep(0.01)\n"
    ),
}
TICK = 0.005
SIZE = (80, 24)


async def lateness(stop: asyncio.Event, late: list[float]) -> None:
    while not stop.is_set():
        before = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - before - TICK)


async def flood(label: str) -> tuple[str, ...]:
    """One row: how long the Run took, the longest frame and the 99th percentile."""
    from tutor import settings
    from tutor.paths import builtin_course_dir
    from tutor.tui.app import TutorApp
    from tutor.tui.opening import open_services

    services = open_services(builtin_course_dir(), settings.load())
    with services.store:
        app = TutorApp(services, "arrays/first-array")
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause(0.5)
            screen = app.screen
            editor = screen.cell_widgets()[0].editor  # type: ignore[attr-defined]
            # The first Run starts the host and draws each kind of result once.
            for code in ("log(1, loss=1.0)\nlog(2, loss=0.5)\nprint(1)\n", FLOODS[label]):
                editor.load_text(code)
                await pilot.pause(1.0)
                late: list[float] = []
                stop = asyncio.Event()
                watcher = asyncio.create_task(lateness(stop, late))
                began = time.perf_counter()
                await pilot.press("f5")
                while screen.running.busy:  # type: ignore[attr-defined]
                    await asyncio.sleep(0.05)
                seconds = time.perf_counter() - began
                stop.set()
                await watcher
    late.sort()
    return (
        label,
        f"{seconds:.1f} s",
        milliseconds(late[-1]),
        milliseconds(late[int(len(late) * 0.99)]),
        milliseconds(statistics.median(late)),
    )


async def main() -> str:
    with tempfile.TemporaryDirectory() as home:
        os.environ["JAX_TUTOR_HOME"] = home
        rows = [await flood(label) for label in FLOODS]
    return table(("snippet", "Run", "longest frame", "99 % below", "median"), rows)


if __name__ == "__main__":
    publish("frames", asyncio.run(main()))
