"""Writing SVG: elements with escaped attributes and texts, numbers kept short. Knows nothing of the game."""

from __future__ import annotations

from html import escape

Number = int | float
Attribute = str | Number | None

LETTER = 0.7  # of the font size: the width of a bold figure in the widest of the fonts
_MIDDLE_TO_BASELINE = 0.36  # of the font size: half the height of capitals and figures


def num(value: Number) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def element(tag: str, body: str = "", /, **attributes: Attribute) -> str:
    """`<tag ...>body</tag>`; an underscore in a name stands for a dash, `class_` for `class`, None is left out."""
    words = [tag]
    for name, value in attributes.items():
        if value is not None:
            text = value if isinstance(value, str) else num(value)
            words.append(f'{name.rstrip("_").replace("_", "-")}="{escape(text)}"')
    head = " ".join(words)
    return f"<{head}>{body}</{tag}>" if body else f"<{head}/>"


def group(
    *parts: str,
    at: tuple[float, float] | None = None,
    scale: float = 1,
    opacity: float | None = None,
    class_: str | None = None,
) -> str:
    """Parts drawn together, moved to a point and scaled."""
    moves = []
    if at is not None:
        moves.append(f"translate({pair(*at)})")
    if scale != 1:
        moves.append(f"scale({num(float(scale))})")
    return element("g", "".join(parts), transform=" ".join(moves) or None, opacity=opacity, class_=class_)


def path(d: str, fill: str = "none", /, **attributes: Attribute) -> str:
    """A path; without a fill only its stroke shows."""
    return element("path", d=d, fill=fill, **attributes)


def circle(x: Number, y: Number, radius: Number, fill: str = "none", /, **attributes: Attribute) -> str:
    """A disc, or a ring when there is only a stroke."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)


def box(
    x: Number,
    y: Number,
    width: Number,
    height: Number,
    fill: str = "none",
    radius: Number = 0,
    /,
    **attributes: Attribute,
) -> str:
    """A rectangle, its corners rounded by `radius`."""
    return element("rect", x=x, y=y, width=width, height=height, rx=radius or None, fill=fill, **attributes)


def text(
    x: Number,
    y: Number,
    content: str | int,
    size: Number,
    fill: str,
    /,
    *,
    anchor: str | None = None,
    bold: bool = False,
    room: Number | None = None,
    **attributes: Attribute,
) -> str:
    """A line of text whose middle (not baseline) is at `y`: renderers disagree about `dominant-baseline`.

    With `room`, letters get smaller until the line is no wider than that.
    """
    if room is not None:
        size = min(size, room / (LETTER * max(len(str(content)), 1)))
    return element(
        "text",
        escape(str(content), quote=False),
        x=x,
        y=float(y + _MIDDLE_TO_BASELINE * size),
        font_size=size,
        fill=fill,
        text_anchor=anchor,
        font_weight="700" if bold else None,
        **attributes,
    )


def pair(x: Number, y: Number) -> str:
    """A point in a path."""
    return f"{num(x)} {num(y)}"


def polygon(points: list[tuple[float, float]]) -> str:
    """The path of a closed line through these points."""
    return "M" + "L".join(pair(x, y) for x, y in points) + "Z"
