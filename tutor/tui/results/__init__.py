"""What a Run left, as blocks that know how to draw themselves in a width. No widget stands here."""
