"""The dice of a game: per player, die and kind of battle, with tests of fairness, and each roll that does not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from builder.make.dice import DiceOfGame
from builder.model import Diagnostic, Severity
from builder.report.chain import chain_report
from builder.report.chances import Fairness, fairness
from builder.vassal.rolls import Roll
from builder.vassal.seeds import Seeded

FEW = 10
"""Below so many dice a mean says nothing."""
MOST_NUMBERS = 5
"""Of a log that are listed."""
ODD = 0.01
"""A chance below this is pointed out; over many lines one in a hundred is to be expected."""


class Line(NamedTuple):
    """Rolls that are taken together. `fair` is None where faces or sides are not known."""

    player: str
    die: str
    kind: str
    rolls: int
    fair: Fairness | None


def table(found: DiceOfGame) -> tuple[Line, ...]:
    """A line for each player, die and kind; then for each player and die; then for each die."""
    lines: list[Line] = []
    keys = (lambda r: (_who(r), _die(r), r.kind), lambda r: (_who(r), _die(r), ""), lambda r: ("all", _die(r), ""))
    for number, key in enumerate(keys):
        groups: dict[tuple[str, str, str], list[Roll]] = {}
        for roll in found.counted:
            if number or roll.kind:
                groups.setdefault(key(roll), []).append(roll)
        lines += [Line(*name, len(rolls), _fair(rolls)) for name, rolls in sorted(groups.items())]
    return tuple(lines)


def _who(roll: Roll) -> str:
    return roll.side or roll.player or "unknown"


def _die(roll: Roll) -> str:
    """Dice with words on them are a kind of their own, however many faces they have."""
    return f"d{roll.sides}" if roll.sides and not roll.words else roll.button


def _fair(rolls: Iterable[Roll]) -> Fairness | None:
    known = [roll for roll in rolls if roll.sides and roll.told_apart]
    faces = [face for roll in known for face in roll.faces]
    sides = {roll.sides for roll in known}
    if len(sides) != 1:
        return None
    (most,) = sides
    if not faces or min(faces) < 1 or max(faces) > most:
        return None  # a module changed, or something is added that is not known
    return fairness(faces, most)


def faults_of(found: DiceOfGame) -> tuple[Diagnostic, ...]:
    """What is wrong with the files, since rolls may be missing or stand twice then; and dice that were only told."""
    chain = tuple(one for one in chain_report(found.chain).faults if one.severity != Severity.NOTE)
    return (*chain, *found.claims)


def text(found: DiceOfGame) -> Iterator[str]:
    yield from map(str, faults_of(found))
    yield f"{len(found.counted)} rolls counted, {len(found.undone)} undone, {len(found.repeated)} repeated" + (
        "" if found.unused is None else f", {len(found.unused)} not used by any action"
    )
    for line in table(found):
        yield _line(line)
    yield from _listed("undone, not counted", found.undone)
    yield from _listed("repeated or in a file beside the line, not counted", found.repeated)
    yield from _listed("counted, though no action took them up", found.unused or ())
    for one in found.seeds:
        yield from _seed_lines(one)
    for earlier, later in found.apart:
        yield f"{later} does not go on from the numbers of {earlier}: some were drawn between the two"


def _seed_lines(seeds: Seeded) -> Iterator[str]:
    """The numbers that a log writes down, drawn again."""
    wrong = len(seeds.mismatches)
    yield f"{seeds.log}: seed {seeds.seed}, {seeds.numbers} numbers written down, " + (
        f"{wrong} not as the seed gives them" if wrong else "all as the seed gives them"
    )
    for one in seeds.mismatches[:MOST_NUMBERS]:
        yield f"  step {one.drawn.step}: {one.drawn.value} is written, the seed gives {one.expected}"
    if wrong > MOST_NUMBERS:
        yield f"  and {wrong - MOST_NUMBERS} more: where one was left out, all behind it differ"
    for roll, numbers in seeds.unlike:
        shown, written = (", ".join(map(str, faces)) or "nothing" for faces in (roll.faces, numbers))
        yield f"  step {roll.step}: {roll.button} shows {shown}, and {written} was drawn"


def _line(line: Line) -> str:
    head = "  ".join(filter(None, (line.player, line.die, line.kind)))
    fair = line.fair
    if fair is None:
        return f"{head}: {line.rolls} rolls"
    counts = " ".join(f"{face}:{count}" for face, count in enumerate(fair.counts, 1))
    said = f"{head}: {fair.dice} dice, {counts}; mean {fair.mean:.2f}, expected {fair.expected:.2f}"
    if fair.dice < FEW:
        return said
    mark = "  UNUSUAL" if min(fair.chance, fair.runs_chance) < ODD else ""
    return (
        f"{said}; so uneven in {_percent(fair.chance)} of fair games ({fair.test}); "
        f"longest run {fair.longest_run}; {fair.runs} runs of low or high faces, so few or many in "
        f"{_percent(fair.runs_chance)}{mark}"
    )


def _percent(chance: float) -> str:
    return f"{chance:.0%}" if chance >= 0.1 else f"{chance:.1%}" if chance >= 0.001 else "under 0.1%"


def _listed(title: str, rolls: Iterable[Roll]) -> Iterator[str]:
    rolls = tuple(rolls)
    if rolls:
        yield f"{title}:"
        for roll in rolls:
            shown = ", ".join(roll.words) or ", ".join(map(str, roll.faces))
            yield f"  {roll.log} step {roll.step}: {roll.button} = {shown}" + (
                f"  ({_who(roll)})" if _who(roll) else ""
            )


def as_json(found: DiceOfGame) -> dict[str, Any]:
    def told(rolls: Iterable[Roll] | None) -> list[dict[str, Any]] | None:
        return None if rolls is None else [roll._asdict() for roll in rolls]

    return {
        "schema": 1, "counted": told(found.counted), "undone": told(found.undone), "repeated": told(found.repeated),
        "unused": told(found.unused), "faults": [one.as_json() for one in faults_of(found)],
        "seeds": [_seed_json(one) for one in found.seeds], "apart": [list(pair) for pair in found.apart],
        "table": [{**line._asdict(), "fair": line.fair._asdict() if line.fair else None} for line in table(found)],
    }  # fmt: skip


def _seed_json(seeds: Seeded) -> dict[str, Any]:
    return {
        "log": seeds.log, "seed": seeds.seed, "numbers": seeds.numbers, "good": seeds.good,
        "mismatches": [{"step": one.drawn.step, "written": one.drawn.value, "expected": one.expected}
                       for one in seeds.mismatches],
        "unlike": [{"step": roll.step, "faces": list(roll.faces), "drawn": list(numbers)}
                   for roll, numbers in seeds.unlike],
    }  # fmt: skip


def rows(found: DiceOfGame) -> Iterator[tuple[str, ...]]:
    """Every roll as a row of a spreadsheet, the header first."""
    yield ("log", "step", "button", "result", "sides", "player", "side", "kind", "counted")
    for status, rolls in (("yes", found.counted), ("undone", found.undone), ("repeated", found.repeated)):
        for roll in rolls:
            shown = " ".join(map(str, roll.faces)) or " ".join(roll.words)
            sides = str(roll.sides or "")
            yield (roll.log, str(roll.step), roll.button, shown, sides, roll.player, roll.side, roll.kind, status)
