"""`show` of an array that lies on several devices."""

from __future__ import annotations

import json
import os
import subprocess
import sys

CODE = """
import jax, jax.numpy as jnp, json
from jax.sharding import NamedSharding, PartitionSpec as P
from tutor.kit import show, sink
from tutor.charts import blocks
sink.set_sink(lambda e: print(json.dumps(e.data["sharding"]), *blocks.words(e), sep="\\n"))
mesh = jax.make_mesh((4,), ("data",))
show(jax.device_put(jnp.ones((8, 2)), NamedSharding(mesh, P("data"))))
sink.set_sink(lambda e: print(*blocks.words(e), sep="\\n"))
show({"w": jax.device_put(jnp.ones((8, 2)), NamedSharding(mesh, P(None, None)))}, "params")
"""


def test_the_pieces_and_their_devices_are_shown() -> None:
    flags = "--xla_force_host_platform_device_count=4"
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", CODE],
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu", "LC_ALL": "C.UTF-8"},
    )
    assert result.returncode == 0, result.stderr
    data, *words = result.stdout.splitlines()
    sharding = json.loads(data)
    assert sharding["mesh"] == {"data": 4}
    assert [piece["start"] for piece in sharding["pieces"]] == [[0, 0], [2, 0], [4, 0], [6, 0]]
    assert "  device 3: [6:8, 0:2]" in words
    assert words[-1].endswith("a whole copy on each of 4 devices  mesh(data=4)  P(None, None)")
