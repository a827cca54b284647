"""Rules that a lesson must keep beyond being readable. One module a subject; each reports."""
