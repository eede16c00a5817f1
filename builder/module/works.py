"""Trenches begun by a key on a unit and finished by a key on their marker, or all of them by one button (S22)."""

from __future__ import annotations

from collections.abc import Mapping

from builder.model import Counter, Game, MarkerKind, speech
from builder.model.speech import announce
from builder.module import supply_words as s
from builder.module import words as w
from builder.module.make_trait import braced, call, report, shared, trigger
from builder.module.senders import sender
from builder.vassal.buildfile import Component
from builder.vassal.sequence import encode
from builder.vassal.traits.trait import Trait, new_trait

BEGUN, DONE = "-construction", "-trench"  # how the ids of the two kinds of marker end
DIGGERS = ("infantry", "assault", "mountain", "mountain-assault", "marine")
UNDER = 1  # at the bottom of the stack, where it hides no counter


def kinds(game: Game) -> tuple[tuple[MarkerKind, MarkerKind], ...]:
    """Each side's marker of works begun, and the one of works finished."""
    found = ((kind, game.markers.get(kind.id.removesuffix(BEGUN) + DONE)) for kind in game.markers.values()
             if kind.id.endswith(BEGUN))  # fmt: skip
    return tuple((begun, done) for begun, done in found if done is not None)


def mark_keys(game: Game) -> tuple[str, ...]:
    """Keys of the lasting numbers that the traits which place markers need."""
    return tuple(f"mark:{kind.id}" for pair in kinds(game) for kind in pair)


def finishing(traits: tuple[Trait, ...], kind: MarkerKind, game: Game, numbers: Mapping[str, int]) -> tuple[Trait, ...]:
    """A marker of works begun that a key turns into the finished one; both are seen by who would dig there, other
    markers as they are."""
    if not any(kind in pair for pair in kinds(game)):
        return traits
    traits = (shared("WorksHere", (s.SEEN, "{ WorksHere + 1 }")), *traits)
    done = next((done for begun, done in kinds(game) if begun is kind), None)
    if done is None:
        return traits
    said = announce(speech.TRENCH, at="$PlaceName$", side="$SideName$")
    return (
        trigger("finish", w.DIG, "", (s.SAY_TRENCH, s.FINISH), menu="Finish the works"),
        trigger("finish all", s.FINISH_SENT, "", (s.SAY_TRENCH, s.FINISH)),
        report(s.SAY_TRENCH, f"the works in $location$ are finished {said}"),
        new_trait(
            "replace", key=s.FINISH, marker=slot_path(done), gpid=str(numbers[f"mark:{done.id}"]), placement=UNDER
        ),
        new_trait("calcProp", name="PlaceName", expression=braced('LocationName.replace(" ", "_")')),
        new_trait("calcProp", name="SideName", expression=braced('Side.replace(" ", "_")')),
        *traits,
    )


def slot_path(kind: MarkerKind) -> str:
    """Where a marker's slot stands in the palette, as VASSAL finds it: the piece need not be written out again."""
    steps = (("PieceWindow", "Counters"), ("TabWidget", "Counters"), ("PanelWidget", "Markers"),
             ("PieceSlot", kind.name))  # fmt: skip
    where = {"PieceWindow": "VASSAL.build.module."}
    return encode([encode([where.get(what, "VASSAL.build.widget.") + what, name], ":") for what, name in steps], "/")


def prototypes(game: Game, numbers: Mapping[str, int]) -> dict[str, tuple[Trait, ...]]:
    """What units of each side have that dig: Ctrl+E begins works under each of a selection whose hex has none yet, so
    under one of a stack; the works that the first one began are there when the next one looks."""
    said = announce(speech.DIG, unit="$UniqueID$", at="$PlaceName$")
    return {
        f"Works {begun.side}": (
            trigger("dig", w.DIG, "", (s.LOOK_HERE, s.LOOK_CALL, s.BEGIN_WORKS), menu="Begin works"),
            trigger("begin works", s.BEGIN_WORKS, "WorksHere == 0", (s.PLACE_WORKS, s.SAY_DIG)),
            shared("WorksAt", (s.LOOK_HERE, "{ LocationName }")),
            shared("WorksHere", (s.LOOK_HERE, "0")),
            call(s.LOOK_CALL, s.SEEN, f"({_either(begun, done)}) && LocationName == WorksAt"),
            new_trait(
                "placemark",
                key=s.PLACE_WORKS,
                marker=slot_path(begun),
                gpid=str(numbers[f"mark:{begun.id}"]),
                placement=UNDER,
            ),
            report(s.SAY_DIG, f"$BasicName$ begins works in $location$ {said}"),
            new_trait("piece", {"map": "null"}, image="", name=""),
        )
        for begun, done in kinds(game)
    }


def _either(*kinds_: MarkerKind) -> str:
    return " || ".join(f'{w.MARKER_ID} == "{kind.id}"' for kind in kinds_)


def digs(counter: Counter, game: Game) -> tuple[Trait, ...]:
    """The traits of a unit that may dig (S22-1)."""
    if counter.type not in DIGGERS or not any(begun.side == counter.side for begun, _ in kinds(game)):
        return ()
    return (new_trait("prototype", name=f"Works {counter.side}"),)


def button(game: Game) -> tuple[Component, ...]:
    """One press in the special turn: all works that were begun are finished."""
    ids = _either(*(begun for begun, _ in kinds(game)))
    if not ids:
        return ()
    return (sender("Finish trenches", "Finish trenches", "Every construction marker becomes a trench",
                     s.FINISH_ALL, s.FINISH_SENT, f"{{ {ids} }}", "Works are finished"),)  # fmt: skip
