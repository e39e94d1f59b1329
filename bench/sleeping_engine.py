"""An engine for `bench.tournament`: takes 20 ms for a move, whatever happens, and then plays the first one it is given.

It writes the time it had the move, from reading the position to `bestmove`, to the file it is given, a line each.
"""

from __future__ import annotations

import sys
import time

SECONDS = 0.02


def main() -> None:
    """Speak the protocol until the input ends; not quicker than it must be, and with no thought at all."""
    log = open(sys.argv[1], "a", encoding="utf-8", buffering=1)  # noqa: SIM115  (until the process is ended)
    began = 0.0
    for line in sys.stdin:
        now = time.perf_counter()
        word, _, rest = line.strip().partition(" ")
        if word == "position":
            began = now
        if word == "go":
            time.sleep(SECONDS)
            best = rest.partition("searchmoves ")[2].split(" ", 1)[0]
            log.write(f"{time.perf_counter() - began}\n")
            answer = f"bestmove {best}\n"
        elif word == "wep":
            answer = "id name sleeper\nid author wonai\noption name NeedsMoves type check default true\nwepok\n"
        else:
            answer = {"isready": "readyok\n"}.get(word, "")
        sys.stdout.write(answer)
        sys.stdout.flush()
        if word == "quit":
            break


if __name__ == "__main__":
    main()
