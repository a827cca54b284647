"""What snippets import: `log`, `compare`, `show`.

In a worker they send events; in a plain Python program they print text. Nothing in ordinary JAX
code depends on them except to see.
"""

from tutor.kit.curve import log
from tutor.kit.picture import show
from tutor.kit.stopwatch import Comparison, compare

__all__ = ["Comparison", "compare", "log", "show"]
