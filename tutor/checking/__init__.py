"""What checks use. The whole vocabulary is described in docs/authoring.md, "Checks"."""

from tutor.checking.compare import close, finite, same, shape
from tutor.checking.conversation import Handle, LearnerError
from tutor.checking.describe import describe
from tutor.checking.learner import Operation, Shard
from tutor.checking.requirements import (
    Attempt,
    attempt,
    expect,
    expect_form,
    fail,
    need,
    on_error,
    reject,
    unchanged,
)
from tutor.checking.statistics import (
    distinct,
    finite_difference,
    independent,
    looks_normal,
    looks_uniform,
    rate_near,
)

__all__ = [
    "Attempt",
    "Handle",
    "LearnerError",
    "Operation",
    "Shard",
    "attempt",
    "close",
    "describe",
    "distinct",
    "expect",
    "expect_form",
    "fail",
    "finite",
    "finite_difference",
    "independent",
    "looks_normal",
    "looks_uniform",
    "need",
    "on_error",
    "rate_near",
    "reject",
    "same",
    "shape",
    "unchanged",
]
