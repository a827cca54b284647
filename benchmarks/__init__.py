"""Measurements: a module is one command, `python -m benchmarks.NAME`, and one table in the docs.

Everything is a ratio against a peer measured in the same run, of medians, with the contestants
interleaved: machines are shared and noisy, and absolute times drift.
"""
