"""Price ladders: what the next cubes cost and bring, one after another, as numbers, tables and a chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wonai.errors import WonaiError, did_you_mean
from wonai.games.won.picture import svg
from wonai.games.won.picture.scene import PAGE, PALETTE, industry_colour, maker
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data
from wonai.games.won.views import quote, title_of

MOST_STEPS = 10
"""Cubes of a ladder."""

_PANEL_WIDE, _PANEL_HIGH, _MARGIN, _TOP, _FOOT = 300, 220, 24, 40, 18


def market_report(position: Position, good: str | None = None) -> dict[str, Any]:
    """For one good or all: the level, and the next cubes bought and sold with their sums and the prices after.

    Where the uniform sale is still to come, also what it would pay if it were held now.
    """
    rules = rules_data()
    goods = rules["goods"]
    if good is not None and good not in goods:
        raise WonaiError(f'no such good "{good}"{did_you_mean(good, goods)}')
    levels = dict(zip(goods, position.fields()["levels"], strict=True))
    chosen = [name for name in goods if good in (None, name)]
    report: dict[str, Any] = {name: _ladders(name, levels[name]) for name in chosen}
    if position.tables.options.final_trade == "uniform" and position.phase not in ("settle", "over"):
        from wonai.games.won.final_trade import uniform_prices

        prices = uniform_prices(position)
        for name in chosen:
            report[name]["uniform"] = prices[name]
    return report


def _ladders(good: str, level: int) -> dict[str, Any]:
    rules = rules_data()
    market = quote(rules, good, level)
    report: dict[str, Any] = {
        "level": level,
        "wells": market.wells,
        "barter": rules["markets"][good]["barter"][level - 1] if level else None,
    }
    for word in ("buy", "sell"):
        steps, total, at = [], 0, level
        for cubes in range(1, MOST_STEPS + 1):
            now = quote(rules, good, at)
            price = now.buy if word == "buy" else now.sell
            at = max(at - 1, 0) if word == "buy" else min(at + 1, market.wells)
            after = quote(rules, good, at)
            total += price
            steps.append(
                {
                    "cubes": cubes,
                    "price": price,
                    "total": total,
                    "average": round(total / cubes, 2),
                    "price_after": after.buy if word == "buy" else after.sell,
                }
            )
        report[word] = steps
    return report


def market_text(report: Mapping[str, Any]) -> str:
    """Ladders as tables, one below the other."""
    return "\n\n".join("\n".join(_table(good, ladders)) for good, ladders in report.items())


def _table(good: str, ladders: Mapping[str, Any]) -> Iterator[str]:
    barter = "" if ladders["barter"] is None else f", barter price ${ladders['barter']}"
    yield f"{title_of(good)}: {ladders['level']} of {ladders['wells']} cubes{barter}"
    if "uniform" in ladders:
        uniform = ladders["uniform"]
        yield f"  the final sale would pay ${uniform['price']} with the {uniform['cubes']} cubes now held"
    yield "  cubes   buy  total  average  then    sell  total  average  then"
    for buy, sell in zip(ladders["buy"], ladders["sell"], strict=True):
        yield f"  {buy['cubes']:>5}  {_columns(buy)}    {_columns(sell)}"


def _columns(step: Mapping[str, Any]) -> str:
    return f"{step['price']:>4}  {step['total']:>5}  {step['average']:>7.2f}  {step['price_after']:>4}"


def market_svg(report: Mapping[str, Any]) -> str:
    """Ladders as steps: prices to pay above, prices to get below, a panel for each good."""
    rules = rules_data()
    width = _MARGIN + len(report) * (_PANEL_WIDE + _MARGIN)
    height = _TOP + _PANEL_HIGH + _FOOT + 2 * _MARGIN
    panels, words = [], []
    for k, (good, ladders) in enumerate(report.items()):
        place = (_MARGIN + k * (_PANEL_WIDE + _MARGIN), _MARGIN)
        panels.append(svg.group(_panel(rules, good, ladders), at=place, class_=f"market {good}"))
        words.append(f"{good} buy {ladders['buy'][0]['price']}, sell {ladders['sell'][0]['price']}")
    return svg.element(
        "svg",
        svg.element("title", "Prices of the next cubes")
        + svg.element("desc", "; ".join(words))
        + svg.box(0, 0, width, height, PAGE["background"])
        + "".join(panels),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        font_family=PALETTE["font"],
    )


def _panel(rules: Mapping[str, Any], good: str, ladders: Mapping[str, Any]) -> str:
    colour = industry_colour(maker(rules, good))
    top = max(step["price"] for step in ladders["buy"])
    bar = _PANEL_WIDE / (2 * MOST_STEPS)
    parts = [
        svg.text(0, 10, title_of(good), 17, PAGE["ink"], bold=True),
        svg.text(_PANEL_WIDE, 10, f"{ladders['level']} of {ladders['wells']}", 13, PAGE["muted"], anchor="end"),
    ]
    for word, opacity, shift in (("buy", 1.0, 0.0), ("sell", 0.45, bar)):
        for step in ladders[word]:
            high = _PANEL_HIGH * step["price"] / top
            x, y = (step["cubes"] - 1) * 2 * bar + shift, _TOP + _PANEL_HIGH - high
            parts.append(svg.box(x + 1, y, bar - 2, high, colour, 2, fill_opacity=opacity, class_=word))
            parts.append(svg.text(x + bar / 2, y - 7, step["price"], 10, PAGE["ink"], anchor="middle"))
    for step in ladders["buy"]:
        x = (step["cubes"] - 1) * 2 * bar + bar
        parts.append(svg.text(x, _TOP + _PANEL_HIGH + 12, step["cubes"], 11, PAGE["muted"], anchor="middle"))
    foot = _TOP + _PANEL_HIGH + 30
    for x, opacity, words in ((0, 1.0, "to buy the next cube"), (_PANEL_WIDE / 2, 0.45, "to sell the next cube")):
        parts.append(svg.box(x + 1, foot - 5, 10, 10, colour, 2, fill_opacity=opacity))
        parts.append(svg.text(x + 16, foot, words, 11, PAGE["muted"]))
    return "".join(parts)
