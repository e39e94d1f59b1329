"""SVG to PNG, for those who installed the `png` extra.

`resvg_py` draws, without any system library. `ttf_opensans` brings the letters, so that a machine without fonts shows
the same text as any other; signs that Open Sans lacks are taken from the fonts of the system, if there are any.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from wonai.errors import WonaiError

FONT_FAMILY = "Open Sans"
MAX_WIDTH = 20_000  # pixels; the memory for a picture grows with its square


def svg_to_png(svg: str, *, width: int | None = None) -> bytes:
    """The picture as PNG, `width` pixels wide (left out: as wide as the SVG says), the height in proportion."""
    if width is not None and not 1 <= width <= MAX_WIDTH:
        raise WonaiError(f"width: expected 1 to {MAX_WIDTH} pixels, got {width}")
    renderer = _load("resvg_py")
    if renderer is None:
        raise WonaiError('PNG pictures need the package resvg_py: pip install "wonai[png]"')
    try:
        png = renderer.svg_to_bytes(
            svg_string=svg,
            width=width,
            font_family=FONT_FAMILY,
            sans_serif_family=FONT_FAMILY,
            font_files=_font_files(),
        )
    except ValueError as error:
        raise WonaiError(f"the picture cannot be turned into a PNG: {error}") from error
    return bytes(png)


def _font_files() -> list[str]:
    """The shipped letters; none if they were left out of the installation: then the system's fonts must do."""
    fonts = _load("ttf_opensans")
    return [] if fonts is None else [str(face.path) for face in (fonts.OPENSANS_REGULAR, fonts.OPENSANS_BOLD)]


def _load(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
