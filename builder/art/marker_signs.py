"""What a marker shows for the words of its face: a drawing, a large word, a caption."""

from __future__ import annotations

import re
from typing import NamedTuple

from builder.model import MarkerKind


class Sign(NamedTuple):
    """`words`: any of them in a face's text chooses the sign.

    `drawing` names `templates/faces/marker-<drawing>.svg.j2`; `big` is a large word, `#` the number in the text;
    `caption` stands in the strip below: `*` is the text itself, `~` what follows
    the words, `@` the nation or side. `full`: all of the marker in
    the colours of its owner, seen from afar; `alarm`: in a colour that says that something is amiss.
    """

    words: tuple[str, ...]
    drawing: str = ""
    big: str = ""
    caption: str = "*"
    full: bool = False
    alarm: bool = False


# the first that matches is taken, so the narrower words stand first
SIGNS = (
    Sign(("ooc", "out of command"), big="OOC", caption="Out of command", alarm=True),
    Sign(("oos", "out of supply"), big="OOS", caption="Out of supply", alarm=True),
    Sign(("r&r", "rest and replenishment"), big="R&R", caption="Replenishing"),
    Sign(("dummy",), "dummy", "#", "", full=True),
    Sign(("conversion",), "conversion", caption="Conversion"),
    Sign(("cities",), "city", caption="Cities held"),
    Sign(("control",), "control", caption="@ control", full=True),
    Sign(("digging", "shovel", "dig", "construction"), "digging", caption="Digging"),
    Sign(("trench status",), "trench", caption="~"),
    Sign(("hindenburg",), "wire", caption="*"),
    Sign(("trench", "entrenchment"), "trench", caption="Trench"),
    Sign(("destroyed", "ruin"), "ruin", caption="Destroyed"),
    Sign(("fortified", "fort. zone"), "zone", caption="Fort. zone"),
    Sign(("devastat",), "craters", caption="Devastated"),
    Sign(("zone",), "zone", caption="*"),
    Sign(("snow",), "snow"),
    Sign(("wet", "mud", "rain"), "rain"),
    Sign(("initiative",), "turn", caption="@"),
    Sign(("timer",), "hourglass"),
    Sign(("tally",), "tally", caption="@"),
    Sign(("roll",), "die", caption="Roll made"),
    Sign(("turn",), "turn"),
    Sign(("vps",), "vp", "VP", "retaken"),
    Sign(("vp", "victory"), "vp", "VP", "@"),
    Sign(("replacement",), "replacements", caption="@ repl."),
    Sign(("army", "mobilization", "mobilisation"), "army", "#", "@ army"),
    Sign(("railhead",), "railhead", caption="Railhead"),
    Sign(("train", "entrained"), "train", caption="Entrained"),
    Sign(("supply",), "supply", "#", "Supply"),
    Sign(("resource",), "works", caption="Resources"),
    Sign(("morale",), "morale", caption="Morale", full=True),
)  # fmt: skip
_STRENGTH = re.compile(r"-(\d|1/2)\Z")
_POINTS = re.compile(r"(?:RP )?(\w{2,4})(?: \+(\d+))?\Z")


def sign_of(kind: MarkerKind, text: str) -> Sign | None:
    """The sign for a face's text; None for one that names no known thing."""
    if _STRENGTH.match(text):
        return Sign((), big=text.replace("1/2", "½").replace("-", "–"), caption="strength", full=True)
    name = kind.name.lower()
    points = _POINTS.match(text)
    if points and (text.startswith("RP ") or "supply of" in name or text == "DM"):
        what = "RP" if text.startswith("RP ") else "demoralization" if text == "DM" else "supply"
        return Sign((), big=points[1], caption=f"{what} +{points[2]}" if points[2] else what, full=True)
    return next((sign for sign in SIGNS if any(_says(text, word) for word in sign.words)), None)


def _says(text: str, word: str) -> bool:
    """Whether one of the text's words begins so: a train brings no rain."""
    return re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE) is not None


def after(sign: Sign, text: str) -> str:
    """What follows the word that chose the sign."""
    return next((text[text.lower().index(word) + len(word) :] for word in sign.words if _says(text, word)), "")


def chit_letter(kind: MarkerKind, text: str) -> str | None:
    """The letter with which a chit comes into play, "" for one without; None for what is no chit."""
    for said in (text, kind.back):
        if match := re.search(r"\bchit\b ?(\w?)", said):
            return match[1]
    return None


def number_in(text: str) -> str:
    return "".join(re.findall(r"[\d-]", text))
