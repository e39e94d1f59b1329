"""`python -m wonai.cli` is the `wonai` command."""

from wonai.cli.main import main

main(prog_name="wonai")
