"""The scripted dialogues, each with an engine of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.protocol import dialogues


@pytest.mark.parametrize("file", [*dialogues.FILES, dialogues.SPECIFICATION], ids=lambda path: path.stem)
def test_dialogue(file: Path) -> None:
    script = dialogues.script_of(file)
    assert any(line.startswith("<") for line in script)
    dialogues.run(script, dialogues.ENGINE)


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        (["> isready", "< readynok"], "line 2: expected 'readynok', heard"),
        (["> isready"], "unexpected at the end: readyok"),
        (["> position startpos players 3", "> go nodes 5", "- 5"], "unasked: bestmove"),
        (["> quit", "< …", "< readyok"], "expected 'readyok', heard"),
    ],
)
def test_a_dialogue_can_fail(script: list[str], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        dialogues.run(script, dialogues.ENGINE)
