from collections.abc import Sequence

from wonai._core.won.position import Position

TERM_NAMES: tuple[str, ...]

def terms_of(position: Position, weights: Sequence[float]) -> list[list[float]]: ...
