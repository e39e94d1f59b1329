from wonai._core.won.position import Position

OWN_NAMES: tuple[str, ...]
TABLE_NAMES: tuple[str, ...]
PARTS: dict[str, tuple[str, ...]]

def features_of(position: Position) -> tuple[list[list[float]], list[float], float]: ...
