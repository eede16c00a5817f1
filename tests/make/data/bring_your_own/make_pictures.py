"""The pictures of this game, made and not scanned, so that they are ours to give away: `python make_pictures.py`."""

from __future__ import annotations

import math
from pathlib import Path

from PIL import Image, ImageDraw

HERE = Path(__file__).resolve().parent
ACROSS, DOWN = 52.0, 60.0  # pixels from column to column, from row to row


def centre(column: int, row: int) -> tuple[float, float]:
    return 60 + ACROSS * (column - 1), 70 + DOWN * (row - 1) + (DOWN / 2 if column % 2 == 0 else 0)


def valley() -> Image.Image:
    picture = Image.new("RGB", (460, 320), "#efe6cf")
    draw = ImageDraw.Draw(picture)
    draw.line([(0, 200), (120, 170), (230, 215), (380, 190), (460, 205)], fill="#5b96bd", width=9)
    radius = DOWN / math.sqrt(3)
    for column in range(1, 7):
        for row in range(1, 5):
            x, y = centre(column, row)
            corners = [(x + radius * math.cos(math.radians(60 * i)), y + radius * math.sin(math.radians(60 * i)))
                       for i in range(6)]  # fmt: skip
            draw.polygon(corners, outline="#6b6349")
            draw.text((x - 12, y - 24), f"{column:02}{row:02}", fill="#222222")
    return picture


def counter(text: str, ground: str, full: bool = True) -> Image.Image:
    picture = Image.new("RGB", (60, 60), ground)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((10, 12, 50, 36), outline="#ffffff", width=2 if full else 1)
    draw.text((20, 42), text, fill="#ffffff")
    return picture


if __name__ == "__main__":
    valley().save(HERE / "map/valley.png")
    for name, text, ground, full in (
        ("n-1", "3-4", "#2f5d8a", True), ("n-1-back", "1-2", "#7d9dbb", False), ("n-2", "2-5", "#2f5d8a", True),
        ("s-1", "4-3", "#8a3b2f", True), ("s-1-back", "2-2", "#bb857d", False), ("fire", "fire", "#c4641a", True),
    ):  # fmt: skip
        counter(text, ground, full).save(HERE / f"pictures/{name}.png")
