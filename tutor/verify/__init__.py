"""Proves a course: its structure, then everything it says about code, by running it.

The door: `verify`, `Finding`, `Progress`; `marks.mark_translated`.
"""

from tutor.course.findings import Finding
from tutor.verify.prove import Progress, verify

__all__ = ["Finding", "Progress", "verify"]
