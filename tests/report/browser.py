"""A page in Debian's chromium: what it does with the mouse, and everything that it says or asks for."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from builder.art.layout import MapLayout

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def chromium() -> str:
    """The browser's path; skips where there is none, but never under CI."""
    found = os.environ.get("HEXWRIGHT_CHROMIUM") or next((p for name in NAMES if (p := shutil.which(name))), None)
    if found:
        return found
    message = "the map page is tested in chromium: install it (apt-get install chromium), or set HEXWRIGHT_CHROMIUM"
    if os.environ.get("CI"):
        pytest.fail(message + "; CI must not skip this")
    pytest.skip(message)


@contextmanager
def started() -> Iterator[object]:
    path = chromium()
    if not os.environ.get("CI"):
        pytest.importorskip("playwright", reason="the map page is driven by playwright: pip install playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = driver.chromium.launch_persistent_context(
            profile, executable_path=path, headless=True, args=list(FLAGS), has_touch=True
        )
        try:
            yield context
        finally:
            context.close()


@dataclass
class Shown:
    """A page that is open; `troubles` are its errors, `asked` every address it wanted but its own file."""

    page: object
    file: Path
    troubles: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def listen(self) -> Shown:
        self.page.on("console", lambda m: m.type in ("error", "warning") and self.troubles.append(m.text))
        self.page.on("pageerror", lambda e: self.troubles.append(str(e)))
        self.page.on("dialog", lambda d: (self.troubles.append(f"dialog: {d.message}"), d.dismiss()))
        self.page.on("request", lambda r: r.url.startswith(("data:", "blob:")) or self.asked.append(r.url))
        return self

    def open(self, hash_: str = "") -> Shown:
        self.page.goto("about:blank")
        self.page.goto(self.file.as_uri() + hash_)
        self.page.wait_for_selector("body[data-ready]")
        self.asked = [url for url in self.asked if url.partition("#")[0] not in (self.file.as_uri(), "about:blank")]
        return self

    def at(self, drawn: MapLayout, number: str) -> tuple[float, float]:
        """Where a hex is on the screen, by the layout of the drawing and where the page has put it."""
        self.rest()
        box = self.page.locator("#world").bounding_box()
        x, y = drawn.centre(number)
        return box["x"] + box["width"] * x / drawn.width, box["y"] + box["height"] * y / drawn.height

    def rest(self) -> None:
        """Until the map has not moved for a while: a busy machine handles a wheel late."""
        before, same = None, 0
        while same < 3:
            self.page.wait_for_timeout(40)
            now = self.page.locator("#world").bounding_box()
            same = same + 1 if now == before else 0
            before = now

    def hover(self, drawn: MapLayout, number: str) -> None:
        self.page.mouse.move(*self.at(drawn, number), steps=3)
        self.rest()

    def click(self, drawn: MapLayout, number: str) -> None:
        self.page.mouse.click(*self.at(drawn, number))
        self.rest()

    def find(self, text: str) -> None:
        """As a person does: the search key, the letters, Enter."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.rest()

    @property
    def card(self) -> str:
        return self.page.inner_text("#card")

    @property
    def hash(self) -> str:
        return self.page.evaluate("location.hash")

    @property
    def scale(self) -> float:
        self.rest()
        return self.page.locator("#world").bounding_box()["width"]

    def comes_to(self, width: float) -> bool:
        """Whether the map is drawn that wide, if not at once then when a busy machine has come to it."""
        for _ in range(50):
            if abs(self.scale - width) < 1:
                return True
            self.page.wait_for_timeout(100)
        return False

    def layer(self, id_: str) -> None:
        """Click a layer's box, opening the group that it is in."""
        box = self.page.locator(f'#layers input[data-layer="{id_}"]')
        if not box.is_visible():
            self.page.locator("#layers details", has=self.page.locator(f'input[data-layer="{id_}"]')).locator(
                "summary"
            ).click()
        box.click()
        self.page.wait_for_timeout(250)
