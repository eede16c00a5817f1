"""What VASSAL 3.7 makes of a module, and the traps in it that VASSAL says nothing about (formats §6 and §8).

`examine_module` answers with one of four outcomes and a line for each thing found, naming the component by its path.
`traps` is the list of checks alone, for a module already open: our own modules must pass it without a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from builder.model import BadInput, Diagnostic, Span, error, warning
from builder.vassal.archive import BUILD_FILES, MODULE_DATA, open_archive
from builder.vassal.component_classes import KNOWN_CLASSES, LISTENERS, PLAIN_CHILDREN
from builder.vassal.examine_pictures import picture_problems
from builder.vassal.examine_pieces import Memo, PieceReport, divisions, examine_piece, prototype_cycles
from builder.vassal.grid_reading import Dropped, number
from builder.vassal.maps import MAPS
from builder.vassal.metadata import read_metadata
from builder.vassal.module import Module, open_module

RUNNING = (3, 7, 26)
"""The VASSAL whose behaviour is described; a module of a newer one is met with a notice."""


class Outcome(StrEnum):
    """What VASSAL does on loading: it breaks off; it declines (saves only); it complains; it tells something; it says
    nothing."""

    FATAL = "fatal"
    NOT_LOADED = "not loaded"
    COMPLAINTS = "complaints"
    NOTICE = "notice"
    SILENT = "silent"


_FATAL = {
    "nextid-bad", "numbering-empty", "piece-cut", "piece-short", "piece-few-states", "die-face-icon",
    "buildfile-name",
}  # fmt: skip
_COMPLAINTS = {
    "number-bad", "piece-number", "slot-not-a-piece", "piece-no-basic", "prototype-unknown", "prototype-circle",
    "prototype-argument", "prototype-broken", "map-twice", "image-missing", "image-bad", "encoder-missing",
    "class-unknown", "trait-unknown", "cdata",
}  # fmt: skip
_NOTICES = {"gpid-twice", "vassal-newer"}


def examine_module(
    source: Path | str | bytes, extensions: tuple[Module, ...] = (), *, path: str = ""
) -> tuple[Outcome, tuple[Diagnostic, ...]]:
    """The outcome of loading this module in VASSAL 3.7.26, and everything found, fatal things first."""
    try:
        _right_build_file(source, path)
        module = open_module(source, path=path)
    except BadInput as bad:
        return Outcome.FATAL, bad.diagnostics
    found = traps(module, extensions)
    return max_outcome(found), tuple(sorted(found, key=lambda one: list(Outcome).index(outcome_of(one))))


def outcome_of(problem: Diagnostic) -> Outcome:
    """What this one thing does to the loading of the module."""
    if problem.code in _FATAL:
        return Outcome.FATAL
    if problem.code in _COMPLAINTS:
        return Outcome.COMPLAINTS
    return Outcome.NOTICE if problem.code in _NOTICES else Outcome.SILENT


def max_outcome(problems: tuple[Diagnostic, ...]) -> Outcome:
    return min(map(outcome_of, problems), key=list(Outcome).index, default=Outcome.SILENT)


def _right_build_file(source: Path | str | bytes, path: str) -> None:
    """Which name is read follows from moduledata (formats §1.2); the other one alone is not found."""
    with open_archive(source, path=path) as archive:
        if MODULE_DATA not in archive or not any(name in archive for name in BUILD_FILES):
            return
        said = read_metadata(archive.read(MODULE_DATA), MODULE_DATA).vassal_version
        if said is None:
            return
        wanted = BUILD_FILES[0] if _version(said)[:2] >= (3, 5) else BUILD_FILES[1]
        if wanted not in archive:
            headline = f"no {wanted}: moduledata names VASSAL {said or '(none)'}, which reads no other"
            raise BadInput(error("buildfile-name", headline, Span(archive.path)))


def _version(text: str) -> tuple[int, ...]:
    parts = []
    for part in text.split("-")[0].split("."):
        if not part.isdecimal():
            break
        parts.append(int(part))
    return tuple(parts)


def traps(module: Module, extensions: tuple[Module, ...] = ()) -> tuple[Diagnostic, ...]:
    """Every trap of formats §6 and §8 found in the module, in the order of the checks."""
    found = [_placed(problem, module) for problem in module.problems]
    pieces = _Pieces(module, extensions)
    for check in _CHECKS:
        found += [_placed(problem, module) for problem in check(module, pieces)]
    return tuple(dict.fromkeys(found))


def _placed(problem: Diagnostic, module: Module) -> Diagnostic:
    file = f"{module.source}/{module.build_file}" if module.source else module.build_file
    return problem if problem.span.path else replace(problem, span=Span(file, problem.span.line, problem.span.column))


def _at(problem: Diagnostic, path: str, line: int) -> Diagnostic:
    return replace(problem, headline=f"{path or 'module'}: {problem.headline}", span=Span("", line))


class _Pieces:
    """Every slot and prototype looked at once: its path, its line, its report."""

    def __init__(self, module: Module, extensions: tuple[Module, ...]):
        self.extensions = extensions
        self.prototypes = {name: text for owner in (*extensions, module) for name, text in owner.prototypes.items()}
        self.reports: list[tuple[str, int, PieceReport]] = []
        self.slots: list[tuple[str, str, int]] = [(slot.gpid, slot.path, slot.line) for slot in module.slots]
        memo: Memo = {}
        for slot in module.slots:
            self.reports.append((slot.path, slot.line, examine_piece(slot.text, self.prototypes, memo=memo)))
        for part in module.root.all("PrototypeDefinition"):
            text = "" if part.cdata else part.text
            self.reports.append(
                (part.path, part.line, examine_piece(text, self.prototypes, definition=True, memo=memo))
            )


def _pieces(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    for path, line, report in pieces.reports:
        for problem in report.problems:
            yield _at(problem, path, line)


def _circles(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    for circle in prototype_cycles(pieces.prototypes):
        yield error("prototype-circle", f"prototypes use each other in a circle: {' > '.join(circle)}")


def _classes(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    entries = set(module.entries)
    todo = [(child, module.root) for child in module.root.children]
    while todo:
        part, parent = todo.pop(0)
        if parent.short in PLAIN_CHILDREN and "." not in part.tag:
            continue
        if part.tag not in KNOWN_CLASSES and f"{part.tag.replace('.', '/')}.class" not in entries:
            said = f"no class {part.tag} in VASSAL 3.7: it is skipped with all below it"
            yield _at(error("class-unknown", said), part.path, part.line)
            continue
        if part.cdata:
            yield _at(error("cdata", "text in CDATA is not seen by VASSAL: escape it instead"), part.path, part.line)
        todo += [(child, part) for child in part.children]


def _module_level(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    root = module.root
    if module.is_extension:
        return
    if not any(child.short.endswith("CommandEncoder") for child in root.children):
        yield error("encoder-missing", "module: no BasicCommandEncoder: no piece can be built")
    if _version(root.get("VassalVersion"))[:3] > RUNNING:
        said = f"module: written by VASSAL {root.get('VassalVersion')}, newer than {'.'.join(map(str, RUNNING))}"
        yield warning("vassal-newer", said)
    data = module.metadata
    if data is None:
        yield warning("metadata-missing", "no moduledata: the module manager cannot tell name and version")
        return
    if data.vassal_version and _version(data.vassal_version)[:2] > RUNNING[:2]:
        said = f"moduledata names VASSAL {data.vassal_version}: the module manager of 3.7 does not open it"
        yield warning("vassal-newer", said)
    for what, ours, theirs in (("name", module.name, data.name), ("version", module.version, data.version)):
        if theirs is not None and ours != theirs:
            yield warning("metadata-differs", f"moduledata says {what} {theirs!r}, the build file {ours!r}")


def _gpids(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    """Duplicates and gaps, each with both places; and whether the next number is above them all."""
    owners: dict[str, list[str]] = {}
    for gpid, path, line in pieces.slots:
        owners.setdefault(gpid, []).append(path)
        if not gpid:
            yield _at(warning("gpid-missing", "no gpid: saved games cannot be refreshed"), path, line)
    slot_ids = {gpid for gpid, _, _ in pieces.slots}
    for path, line, report in pieces.reports:
        for title, gpid in report.gpids:
            owners.setdefault(gpid, []).append(f"{path} ({title})")
            if not gpid:
                yield _at(warning("gpid-missing", f"{title} has no gpid"), path, line)
    for gpid, paths in owners.items():
        if gpid and len(paths) > 1:
            code = "gpid-twice" if gpid in slot_ids else "gpid-marker-twice"
            yield warning(code, f"gpid {gpid} is used {len(paths)} times", notes=paths)
    text = module.root.get("nextPieceSlotId", "0")
    if not text.removeprefix("-").isdecimal():
        said = f"module: nextPieceSlotId is {text!r}, not a number: VASSAL does not load the module"
        yield error("nextid-bad", said)
        return
    numbers = [int(gpid.rpartition(":")[2]) for gpid in owners if gpid.rpartition(":")[2].isdecimal()]
    if numbers and int(text) <= max(numbers):
        yield warning("nextid-low", f"module: nextPieceSlotId is {text}, but gpid {max(numbers)} is in use")


def _maps(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    seen: dict[str, str] = {}
    for one in module.maps:
        part = one.part
        if one.name in seen:
            yield _at(error("map-twice", f"more than one map is named {one.name!r}"), part.path, part.line)
        seen[one.name] = part.path
        have = {child.short for child in part.all()}
        if missing := [name for name in LISTENERS if name not in have]:
            said = f"without {', '.join(missing)}: pieces are shown but cannot be played"
            yield _at(warning("map-listener", said), part.path, part.line)
        for name in ("moveWithinFormat", "moveToFormat", "createFormat", "changeFormat"):
            if name not in part.attributes:
                yield _at(warning("map-format", f"{name} is not set: VASSAL guesses"), part.path, part.line)
        boards = {board.name for board in one.boards}
        for thing in (*one.start_stacks, *one.decks):
            if thing.board and thing.board not in boards:
                yield warning("board-unknown", f"{thing.path}: no board {thing.board!r} on map {one.name!r}")
        for placement in one.layout:
            if placement.board not in boards:
                said = f"the layout in <setup> names board {placement.board!r}, which is not there"
                yield _at(warning("board-unknown", said), part.path, part.line)


_MARKS = "\t\x1b/;:,|$\"'"


def _names(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    """Names that travel through several codecs, or that mean nothing."""
    for part in module.root.all(*MAPS, "Board", "Zone", "DrawPile"):
        name = part.get("mapName") if part.short in MAPS else part.get("name")
        if name == "null":
            yield _at(warning("name-null", "the name 'null' means no map"), part.path, part.line)
        marks = [mark for mark in _MARKS if mark in name]
        if marks or name.endswith("\\"):
            shown = " ".join(marks) or "\\"
            yield _at(warning("name-marks", f"{name!r} holds {shown!r}, which VASSAL splits at"), part.path, part.line)
    names: dict[str, str] = {}
    for part in module.root.all("PrototypeDefinition"):
        name = part.get("name")
        if name in names:
            said = f"prototype {name!r} is defined twice; the last one counts"
            yield _at(warning("prototype-twice", said), part.path, part.line)
        names[name] = part.path


def _boards(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    for part in module.root.all("Board"):
        if part.attributes.get("image") == "":
            said = "image is empty: VASSAL loses width, height and colour when it saves; leave it out"
            yield _at(warning("board-image", said), part.path, part.line)


def _dice(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    for part in module.root.all("SpecialDieFace"):
        if "icon" not in part.attributes:
            said = "icon is not set, not even empty: VASSAL does not load the module"
            yield _at(error("die-face-icon", said), part.path, part.line)


_NUMBERS = {
    "DiceButton": ("nDice", "nSides", "plus", "addToTotal", "keepCount"),
    "SpecialDieFace": ("value",),
    "CounterTurnLevel": ("start", "incr", "loopLimit"),
    "StackMetrics": ("exSepX", "exSepY", "unexSepX", "unexSepY"),
}


def _numbers(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    for part in module.root.all(*_NUMBERS):
        for name in _NUMBERS[part.short]:
            try:
                number(part, name, 0)
            except Dropped as dropped:
                yield dropped.diagnostic


def _setups(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    have = {entry for owner in (module, *pieces.extensions) for entry in owner.entries}
    for setup in module.setups:
        if setup.uses_file and not setup.is_menu and setup.file not in have:
            yield warning("setup-file", f"{setup.path}: no file {setup.file!r}")


_FILES = {"HtmlChart": "fileName", "HelpFile": "fileName", "BrowserPDFFile": "pdfFile", "Tutorial": "logfile"}


def _files(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    have = {entry for owner in (module, *pieces.extensions) for entry in owner.entries}
    for part in module.root.all(*_FILES):
        name = part.get(_FILES[part.short])
        elsewhere = name.startswith(("http:", "https:", "/")) or part.get("fileType", "archive") != "archive"
        if name and not elsewhere and name not in have:
            yield _at(warning("file-missing", f"no file {name!r}"), part.path, part.line)


def _expressions(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    for part in module.root.all():
        for name, value in part.attributes.items():
            if value.startswith("{"):
                for problem in divisions(name, value):
                    yield _at(problem, part.path, part.line)


def _pictures(module: Module, pieces: _Pieces) -> Iterator[Diagnostic]:
    wanted = [(image, path, line) for path, line, report in pieces.reports for image in report.images if image]
    yield from picture_problems(module, pieces.extensions, wanted)


_CHECKS: tuple[Callable[[Module, _Pieces], Iterator[Diagnostic]], ...] = (
    _module_level,
    _classes,
    _pieces,
    _circles,
    _gpids,
    _maps,
    _boards,
    _names,
    _dice,
    _numbers,
    _setups,
    _files,
    _expressions,
    _pictures,
)
