"""When the device computed and when data moved, from JAX's own profiler.

Operations carry the name of their HLO operation; transfers are known by the names of the host's
events, which are the same in jax 0.10 to 0.12.
"""

from __future__ import annotations

import shutil
import time
import warnings
from pathlib import Path

import jax

from tutor.xray.intervals import Interval

TRANSFERS = (
    "DevicePutWithSharding", "np.asarray(jax.Array)", "ArrayImpl.copy_to_host_async",
    "batched_copy_array_to_devices_with_sharding",
)  # fmt: skip
MOST_BYTES = 40 << 20
"""A profile that is larger is not read: it would take longer than the Run."""


class Device:
    """`start` and `stop` around the learner's code; then `computing` and `moving`.

    Both are empty when the profiler could not be used. Intervals are in seconds of
    `time.perf_counter`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / ".xray"
        self._began = 0.0
        self._running = False
        self.known = False
        self.computing: list[Interval] = []
        self.moving: list[Interval] = []

    def start(self) -> None:
        options = jax.profiler.ProfileOptions()
        options.python_tracer_level = 0
        options.host_tracer_level = 1
        try:
            jax.profiler.start_trace(str(self._folder), profiler_options=options)
        except Exception:
            # The learner's own profiler may be running, or there is no room: time is then told
            # without the device's share.
            return
        self._began, self._running = time.perf_counter(), True

    def stop(self) -> None:
        if not self._running:
            return
        self._running = False
        try:
            jax.profiler.stop_trace()  # type: ignore[no-untyped-call]
            self._read()
        except Exception:
            self.computing, self.moving = [], []
        shutil.rmtree(self._folder, ignore_errors=True)

    def _read(self) -> None:
        files = sorted(self._folder.rglob("*.xplane.pb"))
        if not files or files[0].stat().st_size > MOST_BYTES:
            return
        with warnings.catch_warnings():
            # The profiler's own classes lack a module name, which Python 3.13 warns of.
            warnings.simplefilter("ignore", DeprecationWarning)
            data = jax.profiler.ProfileData.from_file(str(files[0]))
            for plane in data.planes:
                for line in plane.lines:
                    for event in line.events:
                        self._sort(event)
        self.known = True

    def _sort(self, event: jax.profiler.ProfileEvent) -> None:
        start = self._began + event.start_ns / 1e9
        span = start, start + event.duration_ns / 1e9
        if event.name in TRANSFERS:
            self.moving.append(span)
        elif not event.name.startswith("end: ") and any(k == "hlo_op" for k, _ in event.stats):
            self.computing.append(span)
