"""`python -m tutor.verify [LESSON[/STEP]]`: what `jax-tutor verify` does."""

import sys

from tutor.cli import cli

cli(["verify", *sys.argv[1:]], prog_name="python -m tutor")
