"""A learner's work: drafts, attempts, place, states; export and import; progress."""

from tutor.study.records import (
    Attempt,
    ImportReport,
    Place,
    Revision,
    StepState,
    StoreNotice,
)
from tutor.study.store import Store

__all__ = [
    "Attempt",
    "ImportReport",
    "Place",
    "Revision",
    "StepState",
    "Store",
    "StoreNotice",
]
