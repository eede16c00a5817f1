"""A case and its variants as full cases: what a variant inherits, and what its lines replace.

Lines replace by key: a piece by its name, a fact by predicate and arguments, a labelled action by its label. The
unlabelled actions are one block, and so are the expectations of one action (`expect @m4 …`) or of all (`expect …`):
a variant that writes one of a block writes the block anew, since what it does otherwise no longer earns the old words.
A moment that a variant writes before its actions is that of the start; one after an action goes with the action that
it leads to.
"""

from __future__ import annotations

from dataclasses import replace

from builder.model.notation.values import (
    Case,
    DoLine,
    EarlierLine,
    ExpectLine,
    GivenLine,
    Line,
    Piece,
    WhenLine,
    WhyLine,
)


def expand(case: Case) -> tuple[Case, ...]:
    """The case itself without variants, then each variant as `ID.variant` with all its lines."""
    full = [replace(case, variants=())]
    for variant in case.variants:
        title = ": ".join(part for part in (case.title, variant.title) if part)
        lines = inherit(case.lines, variant.lines)
        full.append(Case(f"{case.id}.{variant.id}", title, lines, span=variant.span))
    return tuple(full)


def inherit(base: tuple[Line, ...], own: tuple[Line, ...]) -> tuple[Line, ...]:
    """The base's lines, those with a key of the variant's replaced in their place, new ones at the end."""
    blocks = _blocks(own)
    lines: list[Line] = []
    for line in base:
        key = _block(line)
        if key not in blocks:
            lines.append(line)
        elif blocks[key]:
            if isinstance(blocks[key][0], WhenLine) and isinstance(line, DoLine):
                lines = _before_its_moment(lines)
            lines += blocks[key]
            blocks[key] = []
    return (*lines, *(line for block in blocks.values() for line in block))


def _blocks(own: tuple[Line, ...]) -> dict[object, list[Line]]:
    """A variant's lines by block; a moment between its actions stands in the block of the action after it."""
    blocks: dict[object, list[Line]] = {}
    moments: list[Line] = []
    acted = False
    for line in own:
        if acted and isinstance(line, WhenLine):
            moments.append(line)
            continue
        before, moments = (moments, []) if isinstance(line, DoLine) else ([], moments)
        acted = acted or isinstance(line, DoLine)
        blocks.setdefault(_block(line), []).extend((*before, line))
    blocks["last"] = moments
    return blocks


def _before_its_moment(lines: list[Line]) -> list[Line]:
    """The lines without the moments that led to the action replaced; the start keeps its own."""
    count = len(lines)
    while count and isinstance(lines[count - 1], WhenLine):
        count -= 1
    return lines[:count] if any(isinstance(line, DoLine) for line in lines) else lines


def key_of(line: Line) -> object:
    """What a line is about: two lines of one key in one block say the same thing twice."""
    match line:
        case GivenLine(what=Piece() as piece):
            return "piece", piece.name
        case GivenLine(what=fact):
            return "given", fact.predicate, fact.args
        case EarlierLine():
            return "earlier", line.time, line.fact.predicate, line.fact.args
        case DoLine():
            return "do", line.id
        case ExpectLine():
            what = line.what
            return "expect", line.target, type(what), getattr(what, "predicate", what), getattr(what, "args", ())
        case _:
            return (type(line),)


def several(line: Line) -> bool:
    """Whether lines of this key may be repeated in a block."""
    return isinstance(line, WhyLine | WhenLine) or (isinstance(line, DoLine) and not line.id)


def _block(line: Line) -> object:
    return ("expect", line.target) if isinstance(line, ExpectLine) else key_of(line)
