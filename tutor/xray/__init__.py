"""What JAX does inside a Run: traces, compiles, time, keys, programs. Worker side.

`Instruments` are put in before the learner's code and asked afterwards for the data of a block of
kind "xray" (`tutor.charts.xray` documents and draws it). A Run without X-ray imports none of this.
"""

from tutor.xray.instruments import Instruments

__all__ = ["Instruments"]
