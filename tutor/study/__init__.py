"""A learner's work: drafts, attempts, place, states, reviews; export and import; progress."""

from tutor.study.records import (
    Answer,
    Attempt,
    ImportReport,
    Place,
    Review,
    Revision,
    StepState,
    StoreNotice,
)
from tutor.study.store import Store

__all__ = [
    "Answer",
    "Attempt",
    "ImportReport",
    "Place",
    "Review",
    "Revision",
    "StepState",
    "Store",
    "StoreNotice",
]
