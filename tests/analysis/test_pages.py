"""Pages: self-contained, and working in a real browser: stepping, keys, phone, paper, no complaint."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

import wonai
from tests.analysis import browser
from tests.analysis.browser import Browser
from tests.analysis.canned import AT_ONCE, Canned, study_of
from wonai.analysis.film import Film
from wonai.analysis.page import report_page
from wonai.analysis.review import review
from wonai.analysis.review_page import review_page
from wonai.analysis.study import analyse
from wonai.record import read_file
from wonai.search import bots
from wonai.search.searcher import SearchOptions

ROOT = Path(__file__).parents[2]
HAS_BROWSER = browser.find() is not None
needs_browser = pytest.mark.skipif(
    not HAS_BROWSER and os.environ.get("CI") != "true", reason="Chromium is not installed"
)


def report(name: str = "growing-a-bloc") -> str:
    return report_page(study_of(name))


@pytest.fixture(scope="module")
def report_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "report.html"
    path.write_text(report(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def review_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    record = read_file(ROOT / "tests/analysis/seven-decisions.record", allow_unfinished=True)
    found = review(record, bots.get("uct", SearchOptions(multipv=1)), wonai.Limit(nodes=80), engine="uct")
    path = tmp_path_factory.mktemp("pages") / "review.html"
    path.write_text(review_page(found), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def wide() -> Iterator[Browser]:
    with Browser() as found:
        yield found


@pytest.fixture(scope="module")
def phone() -> Iterator[Browser]:
    with Browser(360, 740, is_phone=True) as found:
        yield found


class Tags(HTMLParser):
    """Checks that elements are closed in order and ids stand once; collects what points outside."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name in ("src", "href", "action", "data", "srcset") and value:
                self.links.append(value)
        if tag not in ("meta", "link", "br", "wbr", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "examples").glob("*.json")))
def test_page_of_every_example(name: str) -> None:
    text = report(name)
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert len(tags.ids) == len(set(tags.ids))
    assert [link for link in tags.links if not link.startswith(("#", "data:"))] == []
    assert set(re.findall(r"https?://[^\s\\\"'<]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert "url(" not in text
    assert "{{" not in text


def test_the_plan_is_a_picture_of_its_own() -> None:
    """A tab beside the lines, and a word on where it differs from the best move."""
    state = wonai.load(ROOT / "examples/growing-a-bloc.json")
    study = analyse(state, Canned(["flag:e6", "pass"]), wonai.Limit(nodes=1))
    text = report_page(study)
    assert study.planned_instead == study.advice.plan["moves"][0]
    assert f"begins with {study.planned_instead} instead" in text
    assert '<span class="move"> plan</span>' in text
    assert "The plan of p4 for this round" in text
    assert '<span class="move"> plan</span>' not in report()


def test_a_hostile_name_stays_text() -> None:
    from wonai.analysis.change import changed

    state = changed(
        wonai.load(ROOT / "examples/growing-a-bloc.json"), ['p1.name="</script><script>alert(1)</script><!--"']
    )
    text = report_page(analyse(state, Canned(), AT_ONCE))
    assert text.count("<script") == 2
    assert "<!--" not in text


def test_film_gives_back_what_it_was_given() -> None:
    position = wonai.Position.load(ROOT / "examples/growing-a-bloc.json")
    film = Film()
    pictures = [position.to_svg(move) for move in position.legal_moves()[:8]]
    frames = [film.add(picture) for picture in [*pictures, *pictures]]
    assert frames == [*range(8), *range(8)]
    assert [film.svg(frame) for frame in range(8)] == pictures
    assert len(str(film.to_document())) < sum(map(len, pictures)) / 3


@needs_browser
def test_stepping_by_keys_and_buttons(wide: Browser, report_file: Path) -> None:
    wide.open(report_file)
    caption = "document.getElementById('caption').textContent"
    board = "document.getElementById('film').innerHTML"
    seen = [(wide.run(caption), wide.run(board))]
    wide.press("ArrowRight")
    seen.append((wide.run(caption), wide.run(board)))
    wide.press("End")
    seen.append((wide.run(caption), wide.run(board)))
    assert len({text for text, _ in seen}) == 3
    assert len({picture for _, picture in seen}) == 3
    assert wide.run("document.querySelector('[data-step=next]').disabled") is True
    wide.press("Home")
    assert (wide.run(caption), wide.run(board)) == seen[0]
    wide.run("document.querySelector('[data-step=next]').click()")
    assert wide.run(caption) == seen[1][0]
    wide.press("2")
    assert wide.run("document.querySelector('[data-line=\"1\"]').getAttribute('aria-pressed')") == "true"
    assert wide.run(board) != seen[0][1]
    assert (wide.complaints, [url for url in wide.requests if not url.startswith(("file:", "data:", "about:"))]) == (
        [],
        [],
    )


@needs_browser
def test_everything_can_be_reached_by_tab(wide: Browser, report_file: Path) -> None:
    wide.open(report_file)
    reached = set()
    for _ in range(24):
        wide.press("Tab")
        reached.add(
            wide.run(
                "(e => e.dataset.step || e.dataset.line || e.id || e.className || e.tagName)(document.activeElement)"
            )
        )
    assert {"next", "last", "0", "1", "2", "film", "scroll"} <= reached
    wide.run("document.querySelector('[data-step=next]').focus()")
    before = wide.run("document.getElementById('caption').textContent")
    wide.press("Enter")
    assert wide.run("document.getElementById('caption').textContent") != before
    assert wide.complaints == []


@needs_browser
@pytest.mark.parametrize("which", ["report_file", "review_file"])
def test_phone(phone: Browser, which: str, request: pytest.FixtureRequest) -> None:
    phone.open(request.getfixturevalue(which))
    assert phone.run("document.documentElement.scrollWidth") <= 360
    small = "[...document.querySelectorAll('button')].filter(b => b.offsetHeight && b.offsetHeight < 40).length"
    assert phone.run(small) == 0
    assert phone.run("parseFloat(getComputedStyle(document.body).fontSize)") >= 16
    # The table of chances fits without scrolling; only pictures and plain text may be wider than the screen.
    wider = "[...document.querySelectorAll('.figures')].filter(t => t.scrollWidth > t.parentElement.clientWidth).length"
    assert phone.run(wider) == 0
    assert phone.complaints == []


@needs_browser
def test_paper(wide: Browser, report_file: Path) -> None:
    wide.open(report_file)
    wide.media("print")
    try:
        assert wide.run("getComputedStyle(document.querySelector('.stepper')).display") == "none"
        assert wide.run("document.querySelector('#film svg').getBoundingClientRect().width") < 660
    finally:
        wide.media("")


@needs_browser
def test_review_in_the_browser(wide: Browser, review_file: Path) -> None:
    wide.open(review_file)
    caption = "document.getElementById('caption').textContent"
    first = wide.run(caption)
    wide.press("ArrowRight")
    second = wide.run(caption)
    assert first.startswith("1. ")
    assert second.startswith("2. ")
    wide.run("(s => { s.value = 3; s.dispatchEvent(new Event('input')); })(document.getElementById('slider'))")
    assert wide.run(caption).startswith("4. ")
    wide.run("document.querySelector('tr[data-at]').click()")
    at = int(wide.run("document.querySelector('tr[data-at]').dataset.at"))
    assert wide.run(caption).startswith(f"{at + 1}. ")
    line = wide.run("document.getElementById('story-now').getAttribute('d')")
    wide.press("End")
    assert wide.run("document.getElementById('story-now').getAttribute('d')") != line
    assert wide.complaints == []


@needs_browser
def test_text_alternatives_and_contrast(wide: Browser, report_file: Path) -> None:
    wide.open(report_file)
    unnamed = "[...document.querySelectorAll('svg[role=img]')].filter(s => !s.getAttribute('aria-label')).length"
    assert wide.run(unnamed) == 0
    assert (
        wide.run("[...document.querySelectorAll('button')].filter(b => !(b.ariaLabel || b.textContent.trim())).length")
        == 0
    )
    assert wide.run("document.documentElement.lang") == "en"
    assert wide.run("document.querySelectorAll('h1').length") == 1
    # The ratio of WCAG between each kind of text and what lies behind it.
    script = """
    (() => {
      const lum = c => { const v = c.match(/[\\d.]+/g).slice(0, 3).map(x => x / 255)
        .map(x => x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
        return .2126*v[0] + .7152*v[1] + .0722*v[2]; };
      const back = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
        if (c !== 'rgba(0, 0, 0, 0)') return c; } return 'rgb(255, 255, 255)'; };
      let worst = 99;
      for (const e of document.querySelectorAll('p, li, td, th, h1, h2, h3, button, pre, code, span, footer')) {
        if (!e.textContent.trim() || e.closest('svg')) continue;
        const [a, b] = [lum(getComputedStyle(e).color), lum(back(e))].sort((x, y) => y - x);
        worst = Math.min(worst, (a + .05) / (b + .05));
      }
      return worst;
    })()"""
    assert wide.run(script) >= 4.5
