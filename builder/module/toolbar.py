"""What stands in the module beside the map: sides, options, properties, turn tracker, dice, charts, palettes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.model import Game, Scenario
from builder.model.speech import UPKEEP, VERSION, announce
from builder.module import battle, battle_hq_desk, battle_supply, calendar
from builder.module import hq_words as h
from builder.module import words as w
from builder.module.backs import has_backs
from builder.module.flat_turns import flat_state, flat_tracker, in_turns, is_flat, skip
from builder.module.make_trait import braced
from builder.module.senders import GATE, sender
from builder.module.strength import has_strength
from builder.module.units import phase_name
from builder.vassal.buildfile import Component, component
from builder.vassal.sequence import encode

M = "VASSAL.build.module."
UPKEEP_TIP = "Clear what your units did, finish trenches, lift command markers"
DOCKED = "TurnTracker.defaultDocked"  # VASSAL's own name: the tracker stands in the toolbar from the first start


def players(game: Game) -> Component:
    return component(
        M + "PlayerRoster",
        {
            "buttonText": "Sides",
            "buttonToolTip": "Take, leave or change a side",
            "buttonIcon": "",
            "buttonKeyStroke": "",
        },
        tuple(component("entry", {}, (), side.name) for side in game.sides),
    )


def options() -> Component:
    """Leading zeros stay text, so that a hex number is never read as a sum."""
    return component(M + "GlobalOptions", {
        "autoReport": "Always", "chatterHTMLSupport": "Never", "hotKeysOnClosedWindows": "Never",
        "inventoryForAll": "Always", "nonOwnerUnmaskable": "Never", "playerIdFormat": "$PlayerName$",
        "promptString": "Opponents can unmask my pieces", "sendToLocationMoveTrails": "Never",
        "storeLeadingZeroIntegersAsStrings": "true", "purgeBlankPropertyPrompts": "true",
        "description": ""})  # fmt: skip


def global_properties(game: Game) -> Component:
    """What battles fill, by the game's way of fighting."""
    of_desk: tuple[Component, ...] = ()
    if has_strength(game):
        kept = battle_supply.global_properties()
    elif has_backs(game):
        kept, of_desk = (), battle_hq_desk.property_components(game)
    else:
        kept = battle.global_properties()
    return component(M + "properties.GlobalProperties", {}, tuple(
        component(M + "properties.GlobalProperty", {
            "name": name, "initialValue": value, "description": "", "isNumeric": "false", "min": "0", "max": "9999",
            "wrap": "false"})
        for name, value in (*kept, (DOCKED, "true"))
    ) + of_desk)  # fmt: skip


def has_turns(game: Game) -> bool:
    """Whether the sources say the order of play; a game may be its maps alone."""
    return bool(game.turns and game.phases)


def tracker(game: Game) -> Component:
    """Turn, side, phase. A list cannot skip by turn: a hot key steps on where the phase does not exist."""
    if calendar.has_months(game):
        return calendar.month_tracker(game)
    if is_flat(game):
        return flat_tracker(game)
    T = M + "turn."
    phases = [phase_name(p) for p in _phases(game)]
    return component(T + "TurnTracker", {
        "name": w.TRACKER, "description": "", "buttonText": "Turn", "icon": "",
        "hotkey": "", "nexthotkey": str(w.NEXT_PHASE), "prevhotkey": str(w.PREVIOUS_PHASE),
        "turnFormat": "Turn $level1$ $level2$: $level3$",
        "reportFormat": "$newTurn$", "tooltip": "Turn, player turn and phase", "lengthStyle": "Maximum", "length": "0",
        "plusButtonSize": "22", "turnButtonHeight": "22", "fwdOnly": "false"}, (
        component(T + "CounterTurnLevel", {
            "name": "Turn", "property": w.TURN_NUMBER, "turnFormat": "$value$", "start": str(game.turns[0].number),
            "incr": "1", "loop": "false", "loopLimit": "-1"}, (
            component(T + "ListTurnLevel", {
                "name": "Side", "property": w.ACTIVE_SIDE, "turnFormat": "$value$",
                "list": encode([s.name for s in _order_of_sides(game)], ","), "configList": "false",
                "configFirst": "false", "prompt": ""}, (
                component(T + "ListTurnLevel", {
                    "name": "Phase", "property": w.PHASE, "turnFormat": "$value$", "list": encode(phases, ","),
                    "configList": "false", "configFirst": "false", "prompt": ""}),
            )),
        )),
        *_skips(game),
    ))  # fmt: skip


def _order_of_sides(game: Game):
    """Sides in the order their player turns come."""
    order = list(dict.fromkeys(p.side for p in game.phases if p.side))
    return sorted(game.sides, key=lambda s: order.index(s.id) if s.id in order else len(order))


def _phases(game: Game):
    """The phases of a player turn, each once; both sides share them."""
    seen: dict[str, object] = {}
    for phase in game.phases:
        seen.setdefault(phase.id, phase)
    return tuple(seen.values())


def _skips(game: Game) -> tuple[Component, ...]:
    """For each side and phase that some turns lack: when the tracker steps on by itself, the way it was going."""
    names = {side.id: side.name for side in game.sides}
    made = []
    for phase in game.phases:
        missing = [t.number for t in game.turns if phase.turns and t.number not in phase.turns]
        if not missing:
            continue
        turns = in_turns(missing)
        side = f' && {w.ACTIVE_SIDE} == "{names[phase.side]}"' if phase.side else ""
        if not phase.side:  # a joint phase comes once, in the last player turn
            turns += f' || {w.ACTIVE_SIDE} != "{_order_of_sides(game)[-1].name}"'
        absent = f'{w.PHASE} == "{phase_name(phase)}"{side} && ({turns})'
        made += skip(f"{phase.id} {phase.side}".strip(), absent)
    return tuple(made)


def tracker_state(game: Game, turn: int, side: str, phase: str) -> str:
    """The tracker's own state at a moment (formats §4.10): counter, side index, phase index."""
    if calendar.has_months(game):
        return calendar.month_state(game, turn, side, phase)
    if is_flat(game):
        return flat_state(game, turn, phase)
    sides = [s.id for s in _order_of_sides(game)]
    phases = [p.id for p in _phases(game)]
    flags = encode(["true"] * len(phases), ",")
    inner = encode([str(phases.index(phase)), "0", "0", flags], ";")
    middle = encode([str(sides.index(side)), "0", "0", encode(["true"] * len(sides), ","), inner], ";")
    return encode(["0", encode([str(turn), "0", "false", "-1", middle], ";")], "|")


def tracker_text(game: Game, turn: int, side: str, phase: str) -> str:
    """What the tracker shows at a moment, and says in chat when it comes there."""
    name = next((s.name for s in game.sides if s.id == side), "")
    step = next((phase_name(p) for p in game.phases if p.id == phase), "")
    if calendar.has_months(game):
        return calendar.month_text(game, turn, name, step)
    return f"Turn {turn}: {step}" if is_flat(game) else f"Turn {turn} {name}: {step}"


def first_moment(game: Game, scenario: Scenario) -> tuple[int, str, str]:
    """(turn, side, phase) at which a scenario opens: the first phase that its first side has on that turn."""
    turn, side = scenario.first_turn, scenario.first_side
    if scenario.first_phase:
        return turn, side, scenario.first_phase
    own = (p for p in game.phases if p.side == side and (not p.turns or turn in p.turns))
    return turn, side, next(own).id


def upkeep(game: Game) -> Component:
    """One key at the end of a player turn: what units of the side did is cleared, its trenches are finished."""
    whose = "{ UnitInPlay == 1 || Chit == 1 }" if is_flat(game) else f"{{ Side == {w.ACTIVE_SIDE} }}"
    tip = UPKEEP_TIP if not calendar.has_months(game) else UPKEEP_TIP.partition(",")[0]
    text = "End phase" if is_flat(game) else "End player turn"
    return sender("End of player turn", text, tip, w.UPKEEP, w.UPKEEP_SENT, whose, _upkeep_said(game))


def _upkeep_said(game: Game) -> str:
    turn, ends = {"turn": f"${w.TURN_NUMBER}$"}, "ends its player turn"
    if is_flat(game):
        return f"${w.PHASE}$ ends, marks are cleared {announce(UPKEEP, **turn)}"
    if calendar.has_months(game) or any(" " in side.name for side in game.sides):
        # names of months and sides hold spaces, a suffix may not: VASSAL works the whole line out
        turn_words = calendar.turn_words() if calendar.has_months(game) else w.TURN_NUMBER
        return (f'{{ {w.ACTIVE_SIDE} + " {ends} [{VERSION} {UPKEEP} turn=" + {turn_words} + " side=" + '
                f'{w.ACTIVE_SIDE}.replace(" ", "_") + "]" }}')  # fmt: skip
    return f"${w.ACTIVE_SIDE}$ {ends} {announce(UPKEEP, **turn, side=f'${w.ACTIVE_SIDE}$')}"


def dice(game: Game) -> tuple[Component, ...]:
    """The die of battles has a button; that of siege guns rolls by their key alone."""

    def die(name: str, text: str, key: str) -> Component:
        return component(M + "DiceButton", {
            "name": name, "text": text, "tooltip": "Roll one die", "icon": "", "hotkey": key, "nDice": "1",
            "nSides": "6", "plus": "0", "addToTotal": "0", "reportTotal": "true", "prompt": "false",
            "sortDice": "false", "keepDice": "false", "keepOption": ">", "keepCount": "1", "lockDice": "false",
            "lockSides": "false", "lockPlus": "false", "lockAdd": "false",
            "reportFormat": "** $name$ = $result$ *** &lt;$PlayerName$&gt;", **GATE})  # fmt: skip

    if any(counter.type == "ace" for counter in game.counters.values()):
        return die(w.DIE, "Roll 1d6", str(w.ROLL_BATTLE)), die(h.ACE_DIE, "", str(h.ROLL_ACE_DIE))
    guns = any(counter.type == "siege-gun" for counter in game.counters.values())
    own = (die(w.DIE, "Roll 1d6", str(w.ROLL_BATTLE)),)
    return (*own, die(w.SIEGE_DIE, "", str(w.ROLL_SIEGE))) if guns else own


def notes() -> Component:
    return component(M + "NotesWindow", {"buttonText": "Notes", "tooltip": "Notes", "icon": "", "hotkey": "",
                                         "description": "", **GATE})  # fmt: skip


def inventory(cups: bool = False) -> Component:
    """`cups`: pieces that lie in a cup are passed over."""
    return component(M + "Inventory", {
        "name": "Inventory", "text": "Inventory", "tooltip": "Where every unit stands", "icon": "", "hotkey": "",
        "include": braced('UnitInPlay == 1 && DeckName == ""' if cups else "UnitInPlay == 1"),
        "groupBy": "Side,Nation", "nonLeafFormat": "$PropertyValue$",
        "leafFormat": "$BasicName$ ($LocationName$)", "sortPieces": "true", "sortFormat": "$BasicName$",
        "sorting": "alpha", "centerOnPiece": "true", "forwardKeystroke": "true", "showMenu": "true",
        "drawPieces": "true", "foldersOnly": "false", "zoomOn": "false", "pieceZoom": ".33", "pieceZoom2": ".5",
        "pieceZoom3": ".6", "sides": "", "launchFunction": "functionHide", "refreshHotkey": "", **GATE})  # fmt: skip


def charts(files: Mapping[str, str]) -> Component:
    """`files`: title -> name of an HTML entry at the module's root."""
    tabs = tuple(
        component("VASSAL.build.widget.HtmlChart", {"chartName": title, "description": "", "fileName": name})
        for title, name in files.items()
    )
    return component(M + "ChartWindow", {"name": "Charts", "text": "Charts", "tooltip": "Charts and tables", "icon": "",
                                         "hotkey": "", "description": ""},
                     (_tabs("Charts", tabs),))  # fmt: skip


def documentation(game: Game, keys_file: str) -> Component:
    return component(M + "Documentation", {}, (
        component(M + "documentation.HelpFile", {"title": f"Keys of {game.name}", "fileName": keys_file,
                                                 "fileType": "archive"}),
    ))  # fmt: skip


def setups(files: Mapping[str, str]) -> tuple[Component, ...]:
    """`files`: scenario name -> name of a save at the module's root."""
    return tuple(
        component(M + "PredefinedSetup", {"name": name, "file": file, "useFile": "true", "isMenu": "false",
                                          "description": ""})
        for name, file in files.items()
    )  # fmt: skip


def palette(tabs: Mapping[str, Sequence[Component]]) -> Component:
    pages = tuple(
        component("VASSAL.build.widget.PanelWidget",
                  {"entryName": name, "fixed": "true", "nColumns": "8", "vert": "false", "scale": "1.0",
                   "description": ""}, tuple(slots))
        for name, slots in tabs.items()
    )  # fmt: skip
    return component(M + "PieceWindow", {"name": "Counters", "text": "Counters", "tooltip": "All counters and markers",
                                         "icon": "", "hotkey": "", "hidden": "false", "scale": "1.0",
                                         "defaultWidth": "600", "description": ""},
                     (_tabs("Counters", pages),))  # fmt: skip


def _tabs(name: str, pages: Sequence[Component]) -> Component:
    return component("VASSAL.build.widget.TabWidget", {"entryName": name, "description": ""}, pages)
