"""Feedback ids that every exercise may use without defining them; their texts are in the catalogue.

`wrong-value`, `wrong-shape`, `wrong-dtype`, `wrong-structure`, `not-the-gradient`,
`undefined-name`, `hole-left`, `not-callable`, `wrong-arguments`, `changed-input`, `key-ignored`,
`timeout`, `no-return`, `not-repeatable`.
"""

from __future__ import annotations

GENERIC = frozenset(
    {
        "wrong-value",
        "wrong-shape",
        "wrong-dtype",
        "wrong-structure",
        "not-the-gradient",
        "undefined-name",
        "hole-left",
        "not-callable",
        "wrong-arguments",
        "changed-input",
        "key-ignored",
        "timeout",
        "no-return",
        "not-repeatable",
    }
)
