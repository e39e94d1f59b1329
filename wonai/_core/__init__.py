"""The compiled core: fast, without the interpreter, and below everything else."""
