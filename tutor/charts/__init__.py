"""Events as pictures and as words. The only package that knows plotext.

`Curves` collects metric events; `curves` draws and `curves_words` tells them. `timing` and
`timing_words` do the same for a comparison, `blocks.draw` and `blocks.words` for what `show` sent.
Pictures are `rich.text.Text`, each line at most as wide as asked; whatever comes in (NaN,
infinity, nothing, a million points, control characters in names) something sensible comes out.
"""

from tutor.charts import blocks
from tutor.charts.plot import curves
from tutor.charts.points import Curves
from tutor.charts.stopwatch import timing, timing_title, timing_words
from tutor.charts.words import curves_words

__all__ = [
    "Curves",
    "blocks",
    "curves",
    "curves_words",
    "timing",
    "timing_title",
    "timing_words",
]
