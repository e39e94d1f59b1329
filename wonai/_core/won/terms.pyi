from array import array

from wonai._core.won.position import Position

POWERS: int
HIDDEN: int
OPINIONS: int

def parts_of(position: Position, opinions: array[float]) -> list[dict[str, float]]: ...
