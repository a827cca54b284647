"""A course for jax-tutor; it lies in the folder `lessons` beside this file."""
