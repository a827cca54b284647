"""The built-in course, found through the same entry point as anybody's.

A course package names, in the group `jax_tutor.courses`, a module; the folder `lessons` or
`_lessons` beside that module, or the module's own folder, holds `course.toml`.
"""
