"""Traps in pieces: what the engine cannot build, complains of, or silently takes otherwise (formats §6.4, §6.5, §8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from builder.model import BadInput, Diagnostic, error, near_miss, warning
from builder.vassal.expression_traps import unguarded_divisions
from builder.vassal.pieces import layer_images, level_names, read_slot, state_levels, type_levels
from builder.vassal.sequence import decode
from builder.vassal.traits import EXPRESSION, FORMAT, Target, Trait, decode_trait, decode_type

_TARGET_WORDS = {
    "kind": ("COUNTER", "MAP", "MODULE", "DECK"),
    "where": (
        "CURSTACK", "CURMAP", "CURZONE", "CURLOC", "MAP", "ZONE", "LOCATION", "XY", "DECK", "CURMAT", "CURATTACH",
    ),
    "comparison": (
        "EQUALS", "NOT_EQUALS", "GREATER", "GREATER_EQUALS", "LESS", "LESS_EQUALS", "MATCH", "NOT_MATCH",
    ),
}  # fmt: skip


@dataclass(slots=True)
class PieceReport:
    """What one piece text showed: faults, and what it refers to."""

    problems: list[Diagnostic] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    prototypes: list[str] = field(default_factory=list)
    gpids: list[tuple[str, str]] = field(default_factory=list)
    """(trait, gpid) of markers and replacements"""


Memo = dict[tuple[str, str], tuple[Trait, tuple[Diagnostic, ...]]]
"""Traits already looked at: in a module the same ones recur in hundreds of slots."""


def examine_piece(
    text: str, prototypes: Mapping[str, str], *, definition: bool = False, memo: Memo | None = None
) -> PieceReport:
    """Everything about one slot's or definition's text. A definition is built late, so its faults are not fatal."""
    report = PieceReport()
    try:
        _examine(text, prototypes, report, {} if memo is None else memo)
    except BadInput as bad:
        report.problems += bad.diagnostics
    if definition:
        report.problems = [_late(problem) for problem in report.problems]
    return report


def _late(problem: Diagnostic) -> Diagnostic:
    fatal = problem.code in ("piece-cut", "piece-short", "piece-few-states", "slot-not-a-piece", "piece-no-basic")
    return replace(problem, code="prototype-broken") if fatal else problem


def _examine(text: str, prototypes: Mapping[str, str], report: PieceReport, memo: Memo) -> None:
    _, type_text, state_text = read_slot(text)
    types = type_levels(type_text)
    states = state_levels(state_text, len(types))
    innermost, _ = decode_type(types[-1])
    if innermost in ("stack", "deck"):
        said = f"a slot holds a piece, not a {innermost}"
        report.problems.append(error("slot-not-a-piece", said))
        return
    if len(states) < len(types):
        # The engine gives each level the next state; one level is left without.
        bare = decode_type(types[len(states)])[0] or "piece"
        said = f"no state for trait {bare!r}: {len(types)} types but {len(states)} states"
        help = "a backslash at the end of a value joins its level with the next; a TAB in a name splits one"
        report.problems.append(error("piece-few-states", said, help=help))
        return
    if innermost != "piece":
        said = f"the innermost level is {types[-1][:40]!r}, not a basic piece"
        report.problems.append(error("piece-no-basic", said))
        return
    if "\t" in states[-1]:
        report.problems.append(warning("piece-many-states", "more states than traits: the rest garbles the map's name"))
    for both in zip(types, states):
        known = memo.get(both)
        if known is None:
            trait = decode_trait(*both)
            known = memo[both] = trait, tuple(_trait_problems(trait, prototypes))
        trait, problems = known
        report.problems += problems
        _refers(trait, report, prototypes)


def _refers(trait: Trait, report: PieceReport, prototypes: Mapping[str, str]) -> None:
    match trait.prefix:
        case "piece" | "obs" | "markmoved":
            report.images.append(trait.fields.image)
            if trait.prefix == "obs" and trait.fields.style.letter == "G":
                report.images.append(trait.fields.style.image)
        case "emb2" | "emb":
            report.images += layer_images(trait)
        case "prototype":
            report.prototypes.append(trait.fields.name)
        case "placemark" | "replace":
            report.gpids.append((trait.title, trait.fields.gpid))
            if trait.fields.marker.startswith("+/"):
                inner = examine_piece(trait.fields.marker, prototypes)
                report.problems += [_inside(problem, trait) for problem in inner.problems]
                report.images += inner.images
                report.prototypes += inner.prototypes
                report.gpids += inner.gpids


def _inside(problem: Diagnostic, trait: Trait) -> Diagnostic:
    """The piece of a marker is built when it is placed: then the engine complains, the module loads."""
    code = "marker-broken" if problem.code.startswith(("piece-", "slot-")) else problem.code
    return replace(problem, code=code, headline=f"piece of {trait.title}: {problem.headline}")


def _trait_problems(trait: Trait, prototypes: Mapping[str, str]) -> Iterator[Diagnostic]:
    if not trait.known:
        yield error("trait-unknown", f"unknown trait {trait.prefix!r}: VASSAL puts an empty marker in its place")
        return
    if trait.prefix == "piece" and trait.fields.present < 4:
        yield error("piece-short", f"basic piece with {trait.fields.present} of 4 fields: image and name must be there")
    yield from _odd(trait)
    yield from _expressions(trait)
    check = _CHECKS.get(trait.prefix)
    if check is not None:
        yield from check(trait, prototypes)
    target = trait.fields.get("target")
    if isinstance(target, Target):
        for part, words in _TARGET_WORDS.items():
            word = getattr(target, part)
            if word and word not in words:
                said = f"{trait.title}: unknown word {word!r} in its target{near_miss(word, words)}"
                yield error("piece-number", said, help="VASSAL drops the window that holds this slot")


def _odd(trait: Trait) -> Iterator[Diagnostic]:
    """Items that are not what is due; the engine takes the default in silence, but for facings it drops the window."""
    for name, raw, value in (*trait.fields.odd(), *trait.state.odd()):
        said = f"{trait.title}: {name} is {raw[:40]!r}"
        if trait.prefix == "rotate" and name == "facings" and not raw.strip().isdigit():
            help = "VASSAL drops the window that holds this slot"
            yield error("piece-number", f"{said}, but must be a whole number", help=help)
        elif raw and isinstance(value, int | float):
            yield warning("trait-odd", f"{said}: taken as {value}")


def _expressions(trait: Trait) -> Iterator[Diagnostic]:
    for spec in trait.fields.layout.fields:
        if spec.kind in (EXPRESSION, FORMAT) and spec.name in trait.fields:
            yield from divisions(f"{trait.title} {trait.fields.get('name', '')!r}", trait.fields[spec.name])
    for command in trait.fields.get("commands", ()) if trait.prefix in ("PROP", "setprop", "setpieceprop") else ():
        yield from divisions(f"{trait.title} {trait.fields.name!r}", command.change.value)


def divisions(what: str, expression: str) -> Iterator[Diagnostic]:
    """A warning for each divisor that may be zero."""
    for by in unguarded_divisions(expression):
        yield warning(
            "division", f"{what} divides by {by} unguarded: {expression.strip()[:60]}",
            help=f"write {{{by} == 0 ? 0 : ...}}: it is evaluated while pieces are dragged, also off the map",
        )  # fmt: skip


def _marker(trait: Trait, prototypes: Mapping[str, str]) -> Iterator[Diagnostic]:
    names, values = trait.fields.names, trait.state["values"]
    if len(names) != len(values):
        yield warning("marker-length", f"marker {', '.join(names)} has {len(names)} names but {len(values)} values")


def _layer(trait: Trait, prototypes: Mapping[str, str]) -> Iterator[Diagnostic]:
    what = f"layer {trait.fields.get('name', '')!r}" if trait.prefix == "emb2" else "layer"
    count, names = len(layer_images(trait)), len(level_names(trait))
    if trait.prefix == "emb" or trait.fields.version == 0:
        yield warning("layer-old", f"{what} is of an old form, which VASSAL converts")
        return
    if names not in (0, count):
        yield warning("layer-length", f"{what} has {count} pictures but {names} level names")
    if trait.state.level == 0 or abs(trait.state.level) > count:
        yield warning("layer-level", f"{what} stands at level {trait.state.level} of {count}")
    elif trait.fields.always_active and trait.state.level < 0:
        yield warning("layer-level", f"{what} is always active but switched off at level {trait.state.level}")


def _prototype(trait: Trait, prototypes: Mapping[str, str]) -> Iterator[Diagnostic]:
    name = trait.fields.name
    text = prototypes.get(name)
    if text is None:
        yield error("prototype-unknown", f"no prototype named {name!r}{near_miss(name, prototypes)}")
        return
    given = dict(trait.fields.parameters) if trait.fields.present > 1 else {}
    for key, value in given.items():
        if any(mark in value for mark in "/\t"):
            yield error("prototype-argument", f"prototype {name!r}: {key} is {value!r}; a '/' breaks its definition")
    parts = decode(text, "$")
    others = {part for at, part in enumerate(parts) if at % 2 and at < len(parts) - 1} - set(given)
    if given and others:
        said = f"prototype {name!r} is given parameters: ${'$, $'.join(sorted(others))}$ in it lose their dollar signs"
        yield warning("prototype-dollars", said)


def _moved(trait: Trait, prototypes: Mapping[str, str]) -> Iterator[Diagnostic]:
    if trait.prefix == "hide" and trait.state.hidden_by not in ("null", ""):
        yield warning("secret-owner", "an invisible piece in a slot names its owner")


_CHECKS = {"mark": _marker, "emb2": _layer, "emb": _layer, "prototype": _prototype, "hide": _moved}


def prototype_cycles(prototypes: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Prototypes that use themselves, each circle once: ("P1", "P2", "P1")."""
    uses: dict[str, tuple[str, ...]] = {}
    for name, text in prototypes.items():
        try:
            slot = read_slot(text)
            levels = [decode_type(level) for level in type_levels(slot.type)]
        except BadInput:
            continue
        uses[name] = tuple(fields.name for prefix, fields in levels if prefix == "prototype")
    circles: dict[frozenset[str], tuple[str, ...]] = {}
    done: set[str] = set()
    for start in uses:
        _walk(start, uses, done, circles)
    return tuple(circles.values())


def _walk(
    start: str, uses: Mapping[str, tuple[str, ...]], done: set[str], circles: dict[frozenset[str], tuple[str, ...]]
) -> None:
    """Depth first without recursion: a stranger's prototypes may be nested without end."""
    path: list[str] = [start]
    todo: list[Iterator[str]] = [iter(uses.get(start, ()))]
    while todo:
        name = next(todo[-1], None)
        if name is None:
            done.add(path.pop())
            todo.pop()
        elif name in path:
            circle = (*path[path.index(name) :], name)
            circles.setdefault(frozenset(circle), circle)
        elif name not in done and name in uses:
            path.append(name)
            todo.append(iter(uses[name]))
