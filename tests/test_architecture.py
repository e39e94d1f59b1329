"""The architecture, checked on the source: imports point down, games stay behind the waist, only few may print.

                  cli
                   |
    tournament   web   client   adapters
                   |
               analysis             reports and reviews for people
                   |
    protocol    record              text in, text out
            |
         search  ->  report
            |
    registry -> game                the narrow waist
            ^ implements
        games/won                   -> rules/won (data)
            |
        _core/won
            |
          _core                     -> errors, strict_json, png
"""

from __future__ import annotations

import ast
import fnmatch
import importlib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "wonai"

LEVELS = [
    ("wonai.errors", 0),
    ("wonai.strict_json", 1),
    ("wonai.png", 1),
    ("wonai._core.won", 3),
    ("wonai._core", 2),
    ("wonai.game", 4),
    ("wonai.games", 5),
    ("wonai.registry", 6),
    ("wonai.report", 6),
    ("wonai.search", 7),
    ("wonai.record", 7),
    ("wonai.protocol", 8),
    ("wonai.analysis", 9),
    ("wonai.client", 10),
    ("wonai.tournament", 11),
    ("wonai.web", 11),
    ("wonai.adapters", 11),
    ("wonai.cli", 12),
    ("wonai", 13),
]
"""Groups of modules, the longer names first where one begins another; a group may import itself and what lies below."""

WAIST = dict(LEVELS)["wonai.registry"]
MAY_PRINT = ("wonai.cli", "wonai.protocol.engine_loop")
IMPORT_LINE = re.compile(r"^\s*from\s+([\w.]+)\s+c?import\s+\(?\s*([\w, ]*)|^\s*c?import\s+([\w.]+)", re.MULTILINE)
NAMES_A_GAME = re.compile(r"wealth.of.nations|\bwon[./:]|[./]won\b", re.IGNORECASE)


@cache
def sources() -> dict[str, Path]:
    """Every module with its source: Python and Cython, declarations too."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.p*")):
        if path.suffix in (".py", ".pyx", ".pxd"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(part for part in parts if part != "__init__") + (".pxd" * (path.suffix == ".pxd"))] = path
    return found


def group_of(module: str) -> tuple[str, int]:
    """The group that a module belongs to, and its level."""
    return next((name, level) for name, level in LEVELS if module == name or module.startswith(name + "."))


def imports_of(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports, anywhere in it; not those for type checking alone."""
    if path.suffix == ".py":
        yield from python_imports(ast.parse(path.read_text(encoding="utf-8")))
        return
    for origin, names, plain in IMPORT_LINE.findall(path.read_text(encoding="utf-8")):
        if (origin or plain).split(".")[0] == "wonai":
            yield from (whole_name(origin, name.strip()) for name in names.split(",")) if origin else [plain]


def python_imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "wonai":
            yield from (whole_name(node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "wonai")
        yield from python_imports(node)


def whole_name(origin: str, name: str) -> str:
    """`from wonai import registry` imports the module wonai.registry."""
    inner = f"{origin}.{name}"
    return inner if inner in sources() or f"{inner}.pxd" in sources() else origin


def is_above_the_waist(module: str) -> bool:
    return group_of(module)[1] > WAIST and module != "wonai"


@pytest.mark.parametrize("module", sources())
def test_imports_point_down(module: str) -> None:
    group, level = group_of(module)
    for imported in imports_of(sources()[module]):
        other, other_level = group_of(imported)
        if group == "wonai" or (imported == "wonai" and is_above_the_waist(module)):
            continue  # the package gives the public names, and its version to those above
        assert other == group or other_level < level, f"{module} imports {imported}, which lies above or beside it"


@pytest.mark.parametrize("module", [name for name in sources() if is_above_the_waist(name)])
def test_nothing_above_the_waist_knows_a_game(module: str) -> None:
    for imported in imports_of(sources()[module]):
        assert not imported.startswith(("wonai.games", "wonai._core.won", "wonai.rules")), imported
        if imported.startswith("wonai._core"):
            assert group_of(module)[0] == "wonai.search", "only search works on the compiled core"


@pytest.mark.parametrize("module", [name for name in sources() if is_above_the_waist(name)])
def test_nothing_above_the_waist_names_a_game(module: str) -> None:
    path = sources()[module]
    if path.suffix != ".py":
        assert not NAMES_A_GAME.search(path.read_text(encoding="utf-8"))
        return
    for line, text in code_strings(ast.parse(path.read_text(encoding="utf-8"))):
        assert not NAMES_A_GAME.search(text), f"line {line}: {text!r}"


def code_strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The strings of the code, each with its line, without the docstrings, which may give examples."""
    for node in ast.walk(without_docstrings(tree)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("module", [name for name in sources() if not name.startswith(MAY_PRINT)])
def test_only_the_commands_and_the_engine_loop_print(module: str) -> None:
    path = sources()[module]
    text = path.read_text(encoding="utf-8")
    # Parsed and written again, Python has lost its comments; what begins a line of Cython is code.
    code = ast.unparse(without_docstrings(ast.parse(text))) if path.suffix == ".py" else text
    assert not re.search(r"^\s*print\(|sys\.stdout|click\.echo", code, re.MULTILINE)


def without_docstrings(tree: ast.Module) -> ast.Module:
    """The code with every bare string left empty."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
    return tree


# ---------------------------------------------------------------------------------------------------------------------
# What is shipped


def test_every_extension_is_built() -> None:
    names = set(re.findall(r'"(wonai\.[\w.]+)"', (ROOT / "setup.py").read_text(encoding="utf-8")))
    assert names == {name for name, path in sources().items() if path.suffix == ".pyx"}


def test_every_data_file_is_packaged() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        patterns = tomllib.load(file)["tool"]["setuptools"]["package-data"]["*"]
    made = {".py", ".pyx", ".c", ".so", ".pyc", ".html"}
    data = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in made]
    assert [path for path in data if not any(fnmatch.fnmatch(path.name, pattern) for pattern in patterns)] == []
    assert {"wealth-of-nations.json", "position.schema.json", "py.typed"} <= {path.name for path in data}


def stubs() -> list[str]:
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in sorted(PACKAGE.rglob("*.pyi"))]


def test_what_python_imports_of_the_core_has_a_stub() -> None:
    compiled = {name for name, path in sources().items() if path.suffix == ".pyx"}
    python = [path for path in sources().values() if path.suffix == ".py"]
    imported = {name for path in python for name in imports_of(path)}
    assert compiled & imported <= set(stubs())


@pytest.mark.parametrize("module", stubs())
def test_stubs_are_true(module: str) -> None:
    """Every name of a stub is there, and every public name of the module is in the stub."""
    tree = ast.parse((ROOT / (module.replace(".", "/") + ".pyi")).read_text(encoding="utf-8"))
    compiled = importlib.import_module(module)
    names = declared(tree.body)
    assert [name for name in names if not hasattr(compiled, name)] == []
    own = [name for name, value in vars(compiled).items() if getattr(value, "__module__", None) == module]
    assert [name for name in own if not name.startswith("_") and name not in names] == []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            members, real = declared(node.body), vars(getattr(compiled, node.name))
            assert [name for name in members if not hasattr(getattr(compiled, node.name), name)] == []
            assert [name for name in real if not name.startswith("_") and name not in members] == []


def declared(body: list[ast.stmt]) -> list[str]:
    """The names that a stub, or a class of it, declares."""
    names = []
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
    return names
