"""Counters as pieces: one prototype that all units share, and a slot for each row of the manifest."""

from __future__ import annotations

import re
from collections.abc import Mapping

from builder.art.images import badge_image, counter_image
from builder.art.markers import BADGES, Badge
from builder.model import Counter, Game, Phase, Values
from builder.model.speech import announce
from builder.module import battle
from builder.module import words as w
from builder.module.make_trait import braced, command, report, trigger
from builder.module.windows import map_windows
from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import Change, Colour, Constraints, KeyCommand, NamedKey

UNIT = "Unit"
COUNTER_PX = 75
GAINED = NamedKey("gained")
SAY_LOSS, SAY_DEAD, SAY_GAIN = NamedKey("sayLoss"), NamedKey("sayDead"), NamedKey("sayGain")
SAY_OOC, PLACE_TRENCH = NamedKey("sayOoc"), NamedKey("placeTrench")
MOST_STEPS = 4  # A1..A4 and so on are written for every counter, so that no expression meets an unknown name


def phase_name(phase: Phase) -> str:
    """A phase as the turn tracker shows it."""
    return f"{phase.letter} {phase.name}" if phase.letter else phase.name


def unit_prototype(game: Game, trench: tuple[Trait, ...] = ()) -> tuple[Trait, ...]:
    """What every unit shares, outermost first. Triggers act after the traits inside them on the same key.

    `trench` holds the place-marker trait that answers PLACE_TRENCH, where the game has such a marker. What a game
    has no marker or box for (trenches, command, a dead pile) its units do not offer.
    """
    phases = {phase.id: phase_name(phase) for phase in game.phases}
    movement = phases.get("operational-movement") or phases.get("movement", "")
    return (
        new_trait("footprint", {"visible": False, "points": (), "ever_used": False}, key=w.TRAIL, menu="Movement trail",
                  clear_key=w.CLEAR_TRAIL, radius=8, line_width="3.0", line=Colour(180, 40, 40), visible_to_all=True),
        *battle.triggers(),
        *step_triggers(),
        *_command_triggers(game),
        trigger("moved", w.ON_MOVE, "OldLocationName != LocationName && Side == ActiveSide", (w.NOTE_MOVE,)),
        new_trait("macro", name="turned", watch_keys=(w.NOTE_MOVE, battle.JOIN, battle.JOIN_GUN, w.DIG, GAINED,
                  w.UPKEEP_CLEAR), action_keys=(w.TURN_COUNTER,), loop_count="1"),
        # the inner one is asked first: the trench is placed while the counter still says that it digs
        trigger("end of turn", w.UPKEEP_SENT, "", (w.UPKEEP_CLEAR, w.CLEAR_TRAIL, w.CLEAR_MOVED)),
        *(_finish_trench(trench) if trench else ()),
        *battle.reports(),
        *step_reports(),
        new_trait("PROP", name=w.PATH, constraints=Constraints(), commands=(
            command(w.NOTE_MOVE, braced(f'Phase != "{movement}" ? Path : (Path == "" ? OldLocationName : Path)'
                                        ' + ">" + LocationName')),
            command(w.UPKEEP_CLEAR, ""))),
        new_trait("PROP", name=w.ACTED, constraints=Constraints(), commands=(
            command(w.NOTE_MOVE, _deed_of_phase(phases, movement)),
            command(battle.JOIN, braced('BattleKind == "ma" ? "march" : "prepared"')),
            command(battle.JOIN_GUN, "prepared"),
            *((KeyCommand("Begin or leave a trench", w.DIG, Change.to(braced('Acted == "digging" ? "" : "digging"'))),)
              if trench else ()),
            command(GAINED, "rr"),
            command(w.UPKEEP_CLEAR, ""))),
        new_trait("PROP", {"value": "0"}, name=w.IN_BATTLE, constraints=Constraints(),
                  commands=(*battle.battle_mark_commands(), command(w.UPKEEP_CLEAR, "0"))),
        *battle.property_traits(movement),
        *battle.sums(),
        *_factors(),
        to_dead(game),
        new_trait("markmoved", {"moved": False}, image="", menu="", key=None, clear_key=w.CLEAR_MOVED),
        *_command_traits(game),
        _deed_layer(),
        new_trait("calcProp", name="DeedNo", expression=_deed_number()),
        new_trait("calcProp", name="PhaseId", expression=_phase_id(phases)),
        new_trait("calcProp", name="PlaceName", expression=braced('LocationName.replace(" ", "_")')),  # for machines
        new_trait("rotate", {"facing": 0}, facings=4, name="Turned", direct_key=w.TURN_COUNTER,
                  direct_expression=braced('Acted == "" ? 1 : 2'), direct_is_facing=True),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )  # fmt: skip


def unit_traits(counter: Counter, game: Game, dead_pile: str, gpid: int) -> tuple[Trait, ...]:
    """A counter's own traits around the shared prototype: its faces as a layer, its values as markers."""
    steps = max(counter.steps, 1)
    marks = identity(counter, game) | {"UnitInPlay": "1", "DeadPile": dead_pile}
    for n in range(1, MOST_STEPS + 1):
        factors = printed_factors(counter.at(min(n, steps)))
        marks |= {f"{letter}{n}": str(value) for letter, value in zip("ACDEM", factors)}
    return (
        new_trait("prototype", name=UNIT),
        *counter_itself(counter, game, marks, gpid),
    )  # fmt: skip


def identity(counter: Counter, game: Game) -> dict[str, str]:
    """What every unit says of itself first, whatever its game."""
    side = next(s.name for s in game.sides if s.id == counter.side)
    return {
        w.COUNTER_ID: counter.id, "Side": side, "Nation": counter.nation, "Type": counter.type, "Size": counter.size,
        "FullSteps": str(max(counter.steps, 1)),
    }  # fmt: skip


def counter_itself(counter: Counter, game: Game, marks: Mapping[str, str], gpid: int) -> tuple[Trait, ...]:
    """The innermost traits: a face for each step, what the counter says of itself, the piece."""
    steps = max(counter.steps, 1)
    images = tuple(counter_image(counter, n if counter.steps else 0) for n in range(1, steps + 1))
    names = tuple("" if n == steps else f"+ ({n})" for n in range(1, steps + 1))
    return (
        new_trait("emb2", {"level": steps}, name="Step", images=images, level_names=names, always_active=True,
                  increase_key=w.STEP_UP, decrease_key=w.STEP_DOWN, loop=False),
        new_trait("mark", {"values": tuple(marks.values())}, names=tuple(marks)),
        new_trait("piece", {"map": "null", "gpid": str(gpid)}, image=images[-1], name=piece_name(counter, game)),
    )  # fmt: skip


def printed_factors(values: Values) -> tuple[int, int, int, int, int]:
    """(attack, attack on cavalry alone, defence, defence against cavalry alone, movement); 0 where none is printed.

    A number in brackets serves against cavalry alone, the other number against all else, both ways (13.24).
    """
    attack, movement = values.attack or 0, values.movement or 0
    if values.against_cavalry is not None:
        other = attack if values.defence is None else values.defence
        return attack, values.against_cavalry, other, values.against_cavalry, movement
    return attack, attack, values.defence or 0, values.defence or 0, movement


def piece_name(counter: Counter, game: Game) -> str:
    """The name that chat and menus show, told apart from the other nations': `German II Corps`.

    What a unit is made up of, in brackets, is left out where the name is clear without it.
    """
    name = counter.name or counter.designation
    short = _without_brackets(name)
    others = (c for c in game.counters.values() if c.nation == counter.nation and c.id != counter.id)
    if short != name and all(_without_brackets(other.name) != short for other in others):
        name = short
    return f"{game.nations[counter.nation].name} {name}".replace("\\", "/")


def _without_brackets(name: str) -> str:
    return re.sub(r" \([^()]*\)$", "", name)


def step_triggers(what: str = "step") -> tuple[Trait, ...]:
    """Losing and gaining steps; `what` is what the menu calls one."""
    return (
        # the inner one is asked first: at one step the counter dies, and is not also stepped down
        trigger("lose a step", w.LOSE, "Step_Level > 1 && InDeadPile == 0", (w.STEP_DOWN, SAY_LOSS),
                menu=f"Lose a {what}"),
        trigger("last step", w.LOSE, "Step_Level == 1 && InDeadPile == 0", (SAY_DEAD, w.TO_DEAD)),
        trigger("gain a step", w.GAIN, "Step_Level < FullSteps", (w.STEP_UP, GAINED, SAY_GAIN),
                menu="Take a replacement step"),
    )  # fmt: skip


def _finish_trench(trench: tuple[Trait, ...]) -> tuple[Trait, ...]:
    return (trigger("trench finished", w.UPKEEP_SENT, 'Acted == "digging"', (PLACE_TRENCH,)), *trench)


def _command_triggers(game: Game) -> tuple[Trait, ...]:
    if not has_command(game):
        return ()
    said = announce("command", unit="$UniqueID$", at="$PlaceName$", ooc="$OocMark_Level$")
    return (
        trigger("command", w.OUT_OF_COMMAND, "", (w.SET_OOC, SAY_OOC), menu="Out of command"),
        report(SAY_OOC, f"$BasicName$ in $location$ is $OutOfCommand$ {said}"),
    )


def _command_traits(game: Game) -> tuple[Trait, ...]:
    if not has_command(game):
        return ()
    words = braced('OocMark_Level == 2 ? "out of command" : "in command"')
    return (_ooc_layer(), new_trait("calcProp", name="OutOfCommand", expression=words))


def has_command(game: Game) -> bool:
    """Whether units of this game can be out of command."""
    return "ooc" in game.markers


def to_dead(game: Game) -> Trait:
    """To the side's dead pile; where the map has none, off the table."""
    piles = (window for window in map_windows(game) if any(box.id.startswith("Dead-") for box in window.sheet.boxes))
    window = next(piles, None)
    if window is not None:
        return new_trait("sendto", menu="", key=w.TO_DEAD, map=window.name, destination="Z", zone="$DeadPile$",
                         x_offset="0", y_offset="0")  # fmt: skip
    return new_trait("delete", menu="", key=w.TO_DEAD)


def _phase_id(phases: dict[str, str]) -> str:
    """The phase by the id that machines know it by; what the tracker shows holds spaces."""
    return braced(" : ".join(f'Phase == "{name}" ? "{id}"' for id, name in phases.items()) + ' : ""')


def step_reports(what: str = "step") -> tuple[Trait, ...]:
    """What is said of losses and gains, for people and machines."""
    said = {"unit": "$UniqueID$", "at": "$PlaceName$"}
    loss = announce("loss", **said, steps="$Step_Level$", battle=f"${w.IN_BATTLE}$")
    death = announce("loss", **said, steps="0", battle=f"${w.IN_BATTLE}$")
    gain = announce("gain", **said, steps="$Step_Level$")
    return (
        report(SAY_LOSS, f"$BasicName$ in $location$ loses a {what} and has $Step_Level$ left {loss}"),
        report(SAY_DEAD, f"$BasicName$ in $location$ loses its last {what} {death}"),
        report(SAY_GAIN, f"$BasicName$ in $location$ takes a {what} and has $Step_Level$ {gain}"),
    )


def _factors() -> tuple[Trait, ...]:
    """AF and DF against all, AC and DC against cavalry alone, at the steps that the counter shows."""
    pick = "Step_Level == 4 ? {0}4 : Step_Level == 3 ? {0}3 : Step_Level == 2 ? {0}2 : {0}1"
    return (
        *(
            new_trait("calcProp", name=name, expression=braced(pick.format(letter)))
            for name, letter in (("AF", "A"), ("AC", "C"), ("DF", "D"), ("DC", "E"))
        ),
        new_trait("calcProp", name="InDeadPile", expression=braced("LocationName == DeadPile ? 1 : 0")),
    )


def deed_traits(phases: dict[str, str], movement: str, own: tuple[KeyCommand, ...] = ()) -> tuple[Trait, ...]:
    """What a unit did this player turn as its badge, for games that have no battles of Glory's End's kind.

    `own` are the game's commands that set a deed besides moves and gains.
    """
    return (
        new_trait("PROP", name=w.ACTED, constraints=Constraints(), commands=(
            command(w.NOTE_MOVE, _deed_of_phase(phases, movement)), command(GAINED, "rr"), *own,
            command(w.UPKEEP_CLEAR, ""))),
        _deed_layer(),
        new_trait("calcProp", name="DeedNo", expression=_deed_number()),
        new_trait("calcProp", name="PhaseId", expression=_phase_id(phases)),
        new_trait("calcProp", name="PlaceName", expression=braced('LocationName.replace(" ", "_")')),  # for machines
    )  # fmt: skip


def _deed_of_phase(phases: dict[str, str], movement: str) -> str:
    """What a drag means by the phase it is made in; a stronger deed stays."""
    rail, arrivals = phases.get("strategic-movement", "-"), phases.get("arrivals") or phases.get("reinforcement", "-")
    return braced(
        f'Acted != "" && Acted != "arrived" ? Acted : Phase == "{movement}" ? "moved" : Phase == "{rail}" ? "railed" '
        f': Phase == "{arrivals}" ? "arrived" : Acted'
    )


def _deed_number() -> str:
    steps = " : ".join(f'Acted == "{deed}" ? {n}' for n, deed in enumerate(w.DEEDS, 1) if deed)
    return braced(f"{steps} : 1")


def _deed_layer() -> Trait:
    badges = {badge.mark: badge for badge in BADGES}
    images = tuple(badge_image(deed) if deed in badges else "" for deed in w.DEEDS)
    place = badges["moved"]
    return new_trait("emb2", {"level": 1}, name="Deed", images=images, level_names=("",) * len(images), follow=True,
                     follow_property="DeedNo", first_level=1, always_active=True, **badge_offset(place))  # fmt: skip


def _ooc_layer() -> Trait:
    place = next(badge for badge in BADGES if badge.mark == "ooc")
    return new_trait("emb2", {"level": 1}, name="OocMark", images=("", badge_image("ooc")),
                     level_names=("", "+ [out of command]"), always_active=True, loop=True, increase_key=w.SET_OOC,
                     reset_key=w.UPKEEP_CLEAR, reset_level="1", **badge_offset(place))  # fmt: skip


def badge_offset(badge: Badge) -> dict[str, int]:
    """Where a badge lies on a counter, in pixels."""
    return {"x": round(badge.dx * COUNTER_PX), "y": round(badge.dy * COUNTER_PX)}
