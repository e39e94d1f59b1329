"""What the pages quote of the tool, written anew: `python -m tests.analysis.redraw [--measure]`.

The reasons and pictures of the tutorial, the picture of the README and the snapshots of the report, which change with
words and rules but not with the search. `--measure` also writes into docs/analysis.md how long the command takes, how
many reasons were recounted and how many planted blunders were found, which takes some minutes of a quiet machine.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import wonai
from wonai.analysis.change import changed
from wonai.analysis.terminal import MAX_REASONS
from wonai.games.won.reasons import reasons

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs/tutorial.md"
ANALYSIS = ROOT / "docs/analysis.md"
PICTURES = {
    "growing-a-bloc": "build:mine@h2/1",
    "automation": "automate:a2",
    "last-round": "build:mine@i5/0",
    "midgame": None,
}
"""The pictures of the pages, each with the move that is drawn on it."""
MEASURED = {
    "times": [sys.executable, "-m", "bench.analyse"],
    "recount": [sys.executable, "-m", "tests.analysis.recount", "3000", "11"],
    "hunt": [sys.executable, "-m", "tests.analysis.blunder_hunt"],
}
"""Parts of docs/analysis.md between comments, and the command that says what stands there."""

_EXAMPLE = re.compile(r"examples/([a-z-]+)\.json")
_QUOTE = re.compile(r"^```\n((?:Why )?[a-z]+(?::\S+)?(?: against \S+| with \S+)?)\n((?:  .*\n)*)```$", re.MULTILINE)


class Quote(NamedTuple):
    """Reasons as the tutorial quotes them."""

    example: str
    head: str
    body: str

    def told(self) -> str:
        """What the tool says today."""
        what, *settings = self.head.removeprefix("Why ").split(" with ")
        move, _, against = what.partition(" against ")
        position = wonai.load(ROOT / f"examples/{self.example}.json")
        if settings:
            position = changed(position, settings)
        assert isinstance(position, wonai.Position)
        told = reasons(position, move, against or None)[:MAX_REASONS]
        return "".join(f"  - {reason}\n" for reason in told)


def quotes(page: str) -> Iterator[tuple[re.Match[str], Quote]]:
    """Every quoted block, of the example that was named last before it."""
    for match in _QUOTE.finditer(page):
        example = _EXAMPLE.findall(page, 0, match.start())[-1]
        yield match, Quote(example, match[1], match[2])


def with_quotes(page: str) -> str:
    """The page with its quotes as they are today."""
    for match, quote in reversed(list(quotes(page))):
        page = page[: match.start(2)] + quote.told() + page[match.end(2) :]
    return page


def picture(name: str) -> str:
    """A picture as the tool draws it."""
    return wonai.load(ROOT / f"examples/{name}.json").to_svg(PICTURES[name]).rstrip("\n") + "\n"


def with_measurement(page: str, name: str, printed: str) -> str:
    """The page with a part between its comments replaced."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    before, found, rest = page.partition(begin)
    assert found, f"docs/analysis.md has no part {name}"
    return before + begin + printed + rest[rest.index(end) :]


def summary_of(name: str, printed: str) -> str:
    """Of what a command prints, what the page shows."""
    lines = printed.rstrip("\n").split("\n")
    if name == "times":
        return printed.rstrip("\n") + "\n"
    return "```\n" + (lines[0] if name == "recount" else lines[-1]) + "\n```\n"


def main(say: Callable[[str], None] = print) -> None:
    """The command."""
    TUTORIAL.write_text(with_quotes(TUTORIAL.read_text(encoding="utf-8")), encoding="utf-8")
    for name in PICTURES:
        (ROOT / f"docs/pictures/{name}.svg").write_text(picture(name), encoding="utf-8")
    snapshots = [sys.executable, "-m", "pytest", "-q", "tests/analysis/test_report.py", "-k", "snapshot"]
    subprocess.run(snapshots, cwd=ROOT, env={**os.environ, "UPDATE_SNAPSHOTS": "1"}, check=True)
    for name, command in MEASURED.items() if "--measure" in sys.argv[1:] else ():
        say(f"measuring: {' '.join(command[1:])}")
        printed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout
        page = with_measurement(ANALYSIS.read_text(encoding="utf-8"), name, summary_of(name, printed))
        ANALYSIS.write_text(page, encoding="utf-8")
    say("read the differences: git diff docs tests/analysis/snapshots")


if __name__ == "__main__":
    main()
