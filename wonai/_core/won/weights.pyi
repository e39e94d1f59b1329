WEIGHT_NAMES: tuple[str, ...]
