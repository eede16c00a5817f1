"""The colours of a face: a nation's, those of shock troops, those of the groups within an army, the bands across."""

from __future__ import annotations

from typing import NamedTuple

from builder.art import palette
from builder.model import Counter, Game

SHOCK_GROUND, SHOCK_INK = "#191b1d", "#ffffff"  # tgwie 2.6.2
READABLE = 4.5  # contrast that text needs on its ground
_SEEN = 1.16  # contrast at which a band is seen on its ground


class Look(NamedTuple):
    """Colours of a face. `paper` and `line` are the symbol's; `values` and `values_ground` those of the lowest row."""

    ground: str
    ink: str
    rim: str
    stripe: str  # across a face that has lost a step
    paper: str
    line: str
    values: str
    values_ground: str  # "" for none of their own
    band: str  # of a counter whose back is another unit; "" for none


class Group(NamedTuple):
    """Whence the men of a unit come: only units of one group recombine (Italian Front 23-1, 50-1 to 50-4)."""

    word: str
    code: str  # beside the symbol, for those who see no colours
    paper: str = ""
    line: str = ""
    values: str = ""


_WHITE, _INK = palette.WHITE, "#15181a"
_RED, _GREEN, _BLUE, _PINK, _BROWN, _SKY = "#e0543f", "#7cb35d", "#2f5fa8", "#f0a8bd", "#c39a6b", "#9fd0ee"
GROUPS = (
    Group("austrian", "Au", _RED, _INK), Group("hungarian", "Hu", _GREEN, _INK), Group("polish", "Po", _PINK, _INK),
    Group("czech", "Cz", _BROWN, _INK), Group("croat", "Cr", _SKY, _INK), Group("regular", "Rg", _WHITE, _INK),
    Group("bavarian", "Ba", _BLUE, _WHITE), Group("saxon", "Sx", "#2c6b3c", _WHITE),
    Group("baden-wuerttemberg", "BW", _RED, _INK), Group("infantry", "Inf"), Group("mountain", "Mtn"),
    Group("values-black", "", values=_INK), Group("values-yellow", "", values="#ffd84a"),
)  # fmt: skip
_BANDS = {"shock": palette.RED, "infantry": palette.AMBER}  # by what a counter turns into


def group_of(counter: Counter) -> Group | None:
    word = counter.attributes.get("group", "")
    return next((group for group in GROUPS if group.word == word), None)


def look_of(counter: Counter, game: Game) -> Look:
    """The colours of a counter's faces; a counter of the type `shock` is white on black whatever its nation."""
    nation = game.nations[counter.nation]
    shock = counter.type == "shock"
    ground, ink = (SHOCK_GROUND, SHOCK_INK) if shock else (nation.ground, nation.ink)
    light, dark = sorted((ground, ink), key=palette.luminance, reverse=True)
    group = group_of(counter)
    paper = palette.mix(light, palette.WHITE, 0.6)
    values = group.values if group and group.values else ink
    return Look(
        ground=ground,
        ink=ink,
        rim=palette.mix(ground, ink, 0.5),
        stripe=_stripe(ground, ink),
        paper=group.paper if group and group.paper else paper,
        line=group.line if group and group.line else palette.mix(dark, palette.BLACK, 0.5),
        values=values,
        values_ground="" if palette.contrast(values, ground) >= READABLE else palette.readable_on(values),
        band=_BANDS.get(counter.attributes.get("back", ""), ""),
    )


def _stripe(ground: str, ink: str) -> str:
    """Away from the ink where that is seen, so that what stands on it gains; else a little toward it."""
    away = palette.mix(ground, palette.readable_on(ink), 0.45)
    return away if palette.contrast(away, ground) >= _SEEN else palette.mix(ground, ink, 0.16)
