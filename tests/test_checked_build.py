"""The checked build: bounds and undefined behaviour trap, and the same tests pass.

The sources are copied and compiled with WONAI_CHECKED=1, which takes a quarter of a minute; then a part of the suite
runs on that build in a process of its own. A trap ends the process, so it cannot be overlooked. The whole suite:

    WONAI_CHECKED=1 python setup.py build_ext --inplace --force && python -m pytest
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = [
    *("tests/test_conformance.py", "tests/test_core_functions.py", "tests/test_laws.py", "tests/test_perft.py"),
    *("tests/test_rulebook.py", "tests/test_rulings.py", "tests/search/test_bots.py"),
]
PLIES = "4000"
"""Of the lock-step with the reference; other games than the ordinary run plays."""
SEED = "8"
NOT_SOURCES = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "*.so", "*.c", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"
)
SECONDS = 900
OUT_OF_BOUNDS = """
from libc.stdlib cimport atoi
def look(text):
    cdef int numbers[4]
    cdef int k = atoi(text)
    for n in range(4):
        numbers[n] = n
    return numbers[k]
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with the checked extensions built in place, and a module that steps out of its array."""
    copy = tmp_path_factory.mktemp("checked") / "wonai"
    shutil.copytree(ROOT, copy, ignore=NOT_SOURCES)
    (copy / "wonai" / "_core" / "outside.pyx").write_text(OUT_OF_BOUNDS, encoding="utf-8")
    setup = copy / "setup.py"
    text = setup.read_text(encoding="utf-8")
    setup.write_text(text.replace("MODULES = [", 'MODULES = [\n    "wonai._core.outside",'), encoding="utf-8")
    run(copy, "setup.py", "build_ext", "--inplace", f"-j{os.cpu_count() or 1}")
    return copy


def run(tree: Path, *arguments: str) -> None:
    """Run Python in the tree, importing what stands there."""
    result = attempt(tree, *arguments)
    assert result.returncode == 0, (
        f"{' '.join(arguments)}: {result.returncode}\n{result.stdout[-4000:]}{result.stderr[-4000:]}"
    )


def attempt(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "WONAI_CHECKED": "1", "PYTHONPATH": str(tree)}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def test_the_build_traps(tree: Path) -> None:
    """Otherwise the rest would prove nothing."""
    look = "from wonai._core import outside; print(outside.look({!r}))"
    run(tree, "-c", look.format(b"3"))
    assert attempt(tree, "-c", look.format(b"4")).returncode < 0, "ended by a signal"


def test_the_suite_passes(tree: Path) -> None:
    run(tree, "-c", f"import wonai; assert wonai.__file__.startswith({str(tree)!r}), wonai.__file__")
    run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS)


def test_core_and_reference_agree(tree: Path) -> None:
    run(tree, "-m", "tests.lockstep", PLIES, "--seed", SEED)
