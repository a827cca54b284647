"""Eight simulated devices: values, and where their parts lie."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec

from tests.lessons.observe import Draw, Own
from tests.lessons.plans import plan


def _parts(array: Any) -> Any:
    """Which rows, columns, ... each device has."""
    return [
        [
            (part.start or 0, size if part.stop is None else part.stop)
            for part, size in zip(shard.index, array.shape, strict=True)
        ]
        for shard in sorted(array.addressable_shards, key=lambda shard: shard.device.id)
    ]


@plan("mesh/split-the-batch")
def split_the_batch(own: Own, draw: Draw) -> Any:
    found = own.spread(draw.array(*draw.pick((16, 2), (8, 8), (24, 16), (8, 1))))
    return found, _parts(found)


@plan("mesh/fill-up")
def fill_up(own: Own, draw: Draw) -> Any:
    found = own.spread(draw.array(*draw.pick((10, 2), (8, 3), (1, 8), (17, 1), (16, 8))))
    return found, _parts(found)


@plan("mesh/blocks")
def blocks(own: Own, draw: Draw) -> Any:
    found = own.place(draw.array(*draw.pick((8, 6, 4), (4, 8, 2), (16, 4, 8), (8, 1, 2))))
    return found, _parts(found)


@plan("mesh/say-it")
def say_it(own: Own, draw: Draw) -> Any:
    found = own.gram(draw.array(*draw.pick((16, 3), (8, 1), (24, 8))))
    return found, _parts(found)


@plan("mesh/data-parallel", "g")
def data_parallel(own: Own, draw: Draw) -> Any:
    rows, wide = draw.pick((16, 3), (8, 1), (24, 8))
    args = draw.smooth(wide), draw.array(rows, wide), draw.smooth(rows)
    w, x, y = own.place(*args)
    # The gradient is given; the task allows weights that lie on one device.
    whole = len({str(part) for part in _parts(w)})
    return [w, x, y, whole, _parts(x), _parts(y), own.g(w, x, y)]


@plan("shard-map/global-mean", "mean")
def global_mean(own: Own, draw: Draw) -> Any:
    return own.mean(draw.array(draw.pick(16, 8, 40)))


@plan("shard-map/standardize", "standardize")
def standardize(own: Own, draw: Draw) -> Any:
    shape = draw.pick((16, 2), (8, 3), (24, 1))
    return own.standardize(draw.smooth(*shape) * 2 + draw.smooth(shape[1]))


@plan("shard-map/eight-times", "g")
def eight_times(own: Own, draw: Draw) -> Any:
    rows, wide = draw.pick((16, 2), (8, 3), (24, 1))
    return own.g(draw.smooth(wide), draw.array(rows, wide), draw.smooth(rows))


@plan("shard-map/ring", "pairs", "ring")
def ring(own: Own, draw: Draw) -> Any:
    return sorted(own.pairs), own.ring(draw.array(draw.pick(16, 8)))


@plan("shard-map/port-pmap", "step")
def port_pmap(own: Own, draw: Draw) -> Any:
    rows, wide = draw.pick((16, 2), (8, 3), (24, 1))
    w, x, y = draw.smooth(wide), draw.array(rows, wide), draw.smooth(rows)
    mesh = jax.make_mesh((8,), ("d",), axis_types=(AxisType.Auto,))
    x, y = jax.device_put((x, y), NamedSharding(mesh, PartitionSpec("d")))
    return jnp.asarray(own.step(w, x, y))
