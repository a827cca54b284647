"""The built-in course, found through the same entry point as anybody's.

A course package names, in the group `jax_tutor.courses`, a module, which is never imported. The
folder with `course.toml` is the module's own folder, or `_lessons` or `lessons` beside the module
or in a folder above it, up to the one that holds the top-level package.
"""
