from collections.abc import Mapping
from typing import Any

from wonai._core.won.lexicon import Lexicon

class Tables:
    """The constant data of one game; `options` are its resolved rules."""

    def __init__(self, data: Mapping[str, Any], options: Any) -> None: ...
    @property
    def data(self) -> Mapping[str, Any]: ...
    @property
    def options(self) -> Any: ...
    @property
    def lexicon(self) -> Lexicon: ...
