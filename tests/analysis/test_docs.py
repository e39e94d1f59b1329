"""What the tutorial says is true: its reasons, its pictures, its refusal; and every example has its note."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.analysis import redraw
from tests.cli.conftest import Run, run  # noqa: F401  (a fixture)

ROOT = Path(__file__).parents[2]
TUTORIAL = redraw.TUTORIAL.read_text(encoding="utf-8")
QUOTES = [quote for _, quote in redraw.quotes(TUTORIAL)]
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", TUTORIAL, re.DOTALL) for line in block.splitlines()]


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: f"{quote.example} {quote.head}")
def test_quoted_reasons(quote: redraw.Quote) -> None:
    assert quote.body
    assert quote.body == quote.told()


def test_there_are_quotes_of_three_positions() -> None:
    assert len(QUOTES) >= 6
    assert {quote.example for quote in QUOTES} == {"growing-a-bloc", "automation", "last-round"}


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: f"{quote.example} {quote.head}")
def test_a_command_of_the_tutorial_prints_the_quote(quote: redraw.Quote, run: Run) -> None:  # noqa: F811
    """Whatever the search thinks of the move: so the pages stay true with another engine."""
    head, *settings = quote.head.split(" with ")
    moves = head.removeprefix("Why ").split(" against ")
    wanted = {f"examples/{quote.example}.json", *moves, *settings}
    line = next(line for line in COMMANDS if wanted <= set(line.split()) and line.count("@") == head.count("@"))
    _, *args = line.partition(" --html")[0].split()
    result = run(*[arg.replace("examples/", f"{ROOT}/examples/") for arg in args], "--nodes", "60")
    printed = re.sub(r"\n {4,}", " ", result.stdout)
    assert f"{head}\n{quote.body}" in printed


@pytest.mark.parametrize("name", redraw.PICTURES)
def test_pictures_are_those_of_the_tool(name: str) -> None:
    assert (ROOT / f"docs/pictures/{name}.svg").read_text(encoding="utf-8") == redraw.picture(name)


def test_parts_that_are_measured_can_be_written_anew() -> None:
    page = redraw.ANALYSIS.read_text(encoding="utf-8")
    for name in redraw.MEASURED:
        assert redraw.with_measurement(page, name, "").count(f"<!-- {name} -->\n<!-- /{name} -->") == 1


def test_the_refusal(run: Run) -> None:  # noqa: F811
    result = run("analyse", str(ROOT / "examples/growing-a-bloc.json"), "--try", "flag:a1")
    assert result.stderr.strip() in TUTORIAL


def test_every_example_has_a_note() -> None:
    notes = (ROOT / "examples/README.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "examples").iterdir()):
        assert path.name == "README.md" or f"`{path.name}`" in notes
