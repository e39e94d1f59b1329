"""The source distribution and the wheel made from it: everything is inside, and it works."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MADE = {".c", ".so", ".pyc"}
SOURCES = {".pyx"}
"""A wheel has them compiled."""
SECONDS = 600


def files_of_the_package(without: set[str]) -> set[str]:
    """What stands in `wonai/`, but for what is made there."""
    found = (path for path in (ROOT / "wonai").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT).as_posix() for path in found if path.suffix not in without}


def python(*arguments: str, cwd: Path, **environment: str) -> str:
    """What Python prints; it must succeed."""
    command, env = [sys.executable, *arguments], {**os.environ, **environment}
    result = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    return result.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with both; compiled without optimising, which is quicker and changes no file."""
    folder = tmp_path_factory.mktemp("dist")
    python("-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT), cwd=folder, WONAI_CFLAGS="-O0")
    return folder


def test_the_sdist_has_all_sources(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    wanted = files_of_the_package(without=MADE) | {"README.md", "LICENSE", "pyproject.toml", "setup.py"}
    assert wanted - inside == set()
    assert not [name for name in inside if Path(name).suffix in {".so", ".pyc"}]


def test_the_wheel_has_all_files(built: Path) -> None:
    (path,) = built.glob("*.whl")
    inside = set(zipfile.ZipFile(path).namelist())
    assert files_of_the_package(without=MADE | SOURCES) - inside == set()
    compiled = {name.partition(".")[0] + ".pyx" for name in inside if name.endswith(".so")}
    assert compiled == {name for name in files_of_the_package(without=MADE) if name.endswith(".pyx")}
    assert not [name for name in inside if Path(name).suffix in MADE - {".so"} | SOURCES]


def test_the_wheel_works(built: Path, tmp_path: Path) -> None:
    """Unpacked and used away from the sources."""
    (path,) = built.glob("*.whl")
    zipfile.ZipFile(path).extractall(tmp_path)
    where = python("-c", "import wonai; print(wonai.__file__)", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert where.strip().startswith(str(tmp_path))
    for line in ("new --players 5 --edition second -o g.json", "validate g.json", "show g.json", "perft g.json 2"):
        python("-m", "wonai.cli", *line.split(), cwd=tmp_path, PYTHONPATH=str(tmp_path))
    schema = "import wonai.registry as r; print(len(r.get('wealth-of-nations').schema()))"
    assert int(python("-c", schema, cwd=tmp_path, PYTHONPATH=str(tmp_path))) > 0
