"""The process in which games are played: reads tasks, answers outcomes, one JSON line each.

    python -m wonai.tournament.worker FD

FD is a small shared file in which the process keeps the number of the move and the seat it waits for. Whoever
started it can tell from there, whatever has become of the process, who was thinking when it went wrong.
"""

from __future__ import annotations

import faulthandler
import json
import mmap
import os
import queue
import struct
import sys
import threading
from typing import BinaryIO

from wonai.tournament.faults import Fault
from wonai.tournament.players import Cast
from wonai.tournament.referee import play_game
from wonai.tournament.schedule import Pairing
from wonai.tournament.setup import Setup

PROGRESS = struct.Struct("<qq")
"""The number of the move and the seat."""


def main() -> None:
    """Play what is asked for until the input ends."""
    faulthandler.enable()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no answer
    progress = mmap.mmap(int(sys.argv[1]), PROGRESS.size)
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, tasks), daemon=True).start()
    setup = Setup.from_json(json.loads(tasks.get()))
    cast = Cast(setup)
    while True:
        task = json.loads(tasks.get())
        pairing = Pairing(task["game"], task["start"], tuple(task["engines"]))
        known = [Fault(**fault) for fault in task["known"]]
        outcome = play_game(setup, pairing, cast, known, lambda *turn: PROGRESS.pack_into(progress, 0, *turn))
        answers.write(json.dumps(outcome.to_document()).encode() + b"\n")
        answers.flush()


def _listen(source: BinaryIO, tasks: queue.SimpleQueue[bytes]) -> None:
    """Hand on tasks; the end of the input ends the process at once, in the middle of a game if need be."""
    for line in source:
        tasks.put(line)
    os._exit(0)  # the engines of this process are ended by their guard


if __name__ == "__main__":
    main()
