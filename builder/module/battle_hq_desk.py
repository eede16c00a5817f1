"""Battles that headquarters support: what the module itself does, by hot keys that only its pieces press.

Global properties change on hot keys, global key commands call pieces, action buttons run these one after another and
speak. So no piece carries them, and saves stay small; nothing here is worked out while pieces are dragged.
"""

from __future__ import annotations

from collections.abc import Mapping

from builder.model import Game
from builder.module import battle_hq_say as say
from builder.module import hq_words as h
from builder.module import words as w
from builder.module.battle_hq import HQ, WORKS
from builder.module.make_trait import braced
from builder.module.senders import GATE
from builder.vassal.buildfile import Component, component
from builder.vassal.sequence import encode
from builder.vassal.traits.values import AnyKey

M = "VASSAL.build.module."
SCRATCH = ("SumFactors", "SumUnits", "SumFirst", "SumIds", "SumPlaces", "SumNames")
NUMBERS = ("BattleNo", "BattleStage", "BattleAF", "BattleDF", "BattleUnits", "BattleFirst", "BattleDefFirst",
           "BattleHqArt", "BattleDefHqArt", "BattleRuin", "BattleLine", "BattleFort", "BattleAirNo", "BattleDefAirNo",
           "PickNo", "PickSwap", "SumFactors", "SumUnits", "SumFirst")  # fmt: skip
FORTS = "Forts"
COMMITTED = "Commits == 1 && LocationName == CommitBox"

Change = tuple[AnyKey, str]  # a hot key, and the value that it sets


def first_values(game: Game) -> Mapping[str, str]:
    """Every module property with its value before the first battle; `Forts` lists fort hexes and never changes."""
    forts = sorted(number for sheet in game.maps for number, one in sheet.hexes.items()
                   if {"fortress", "heavy"} & set(one.features))  # fmt: skip
    names = (*changes(game), *WORKS.values(), *SCRATCH, w.SCENARIO)
    return {name: "0" if name in NUMBERS else "" for name in dict.fromkeys(names)} | {FORTS: " ".join(forts)}


def changes(game: Game) -> Mapping[str, tuple[Change, ...]]:
    """Module property -> what it becomes on which hot key; what pieces change stands with them."""
    empty = {name: (((h.NEW, "0" if name in NUMBERS else ""),)) for name in (
        "BattleHq", "BattleHqName", "BattleHqArt", "BattleDefHq", "BattleDefHqName", "BattleDefHqArt",
        *WORKS.values())}  # fmt: skip
    counted = {name: (((h.NEW, first), (h.RECOUNT, first))) for name, first, _ in say.chit_counts()}
    scratch = {
        name: tuple((key, "0" if name in NUMBERS else "") for key in (h.NEW, h.ATTACK_TAKEN)) for name in SCRATCH
    }
    taken = {name: ((key, braced(source)),) for key, names in (
        (h.TAKE_ATTACK, (("BattleAF", "SumFactors"), ("BattleFirst", "SumFirst"), ("BattleBy", "SumIds"),
                         ("BattleFrom", "SumPlaces"), ("BattleAtt", "SumNames"))),
        (h.TAKE_DEFENCE, (("BattleDF", "SumFactors"), ("BattleDefFirst", "SumFirst"), ("BattleDef", "SumIds"),
                          ("BattleDfd", "SumNames"), ("BattleUnits", "SumUnits"))),
    ) for name, source in names}  # fmt: skip
    picked = {f"PickHex{n}": ((h.CLEAR, ""),) for n, _ in enumerate(game.sides, 1)}
    return {
        "PickNo": ((h.CLEAR, "{ PickNo + 1 }"),),
        "PickSwap": ((h.CLEAR, "0"), (h.SWAP, "1")),
        **picked,
        "BattleNo": ((h.NEW, "{ BattleNo + 1 }"),),
        "BattleStage": ((h.NEW, "1"), (h.ROLLED, "2")),
        "BattleSide": ((h.NEW_SIDE, attacker(game)),),
        "BattleHex": ((h.NEW, braced(f'BattleSide == "{game.sides[0].name}" ? PickHex2 : PickHex1')),),
        "BattleAt": ((h.SUM, '{ BattleHex.replace(" ", "_") }'),),
        "BattlePhase": ((h.SUM, say.phase_id(game)), (h.ROLLED, say.phase_id(game))),
        **scratch, **taken, **empty, **counted,
        "BattleFort": ((h.SUM, braced('BattleLine == 1 || (BattleRuin == 0 && BattleHex != "" && '
                                      f"{FORTS}.contains(BattleHex)) ? 1 : 0")),),
        "BattleTable": ((h.SUM_UP, braced('BattleUnits + BattleFort > 3 ? "B" : "A"')),),
        "BattleOdds": ((h.SUM_UP, braced(ODDS)),),
        **{name: ((h.SUM_UP, braced(text)), (h.ROLLED, braced(text))) for name, text in say.words_of_battle().items()},
    }  # fmt: skip


ODDS = (
    'BattleAF == 0 || BattleDF + BattleFort == 0 ? "no odds" : BattleAF >= BattleDF + BattleFort '
    '? (BattleAF / (BattleDF + BattleFort)) + ":1" '
    ': "1:" + ((BattleDF + BattleFort + BattleAF - 1) / BattleAF)'
)
"""13.8, 13.9: whole ratios, against the attacker; every division is guarded."""


def attacker(game: Game) -> str:
    """Whose attack it is: the side in several hexes, since a target is one (13.3.B); else the player's own, or by the
    other key the other side."""
    one, two = (side.name for side in game.sides)
    own = f'(PlayerSide == "{two}") == (PickSwap == 0)'
    return braced(f'PickHex1 == "*" ? "{one}" : PickHex2 == "*" ? "{two}" : {own} ? "{two}" : "{one}"')


def property_components(game: Game) -> tuple[Component, ...]:
    """The module's properties, each with the hot keys that change it."""
    by_name = changes(game)
    return tuple(
        component(
            M + "properties.GlobalProperty",
            {"name": name, "initialValue": first, "description": "", "isNumeric": "false", "min": "0", "max": "9999",
             "wrap": "false"},
            tuple(component(M + "properties.ChangePropertyButton", {
                "desc": "", "text": "", "tooltip": "", "icon": "", "hotkey": str(h.at_desk(key)), "reportFormat": "",
                "propChanger": encode(["P", value], ","), **GATE}) for key, value in by_name.get(name, ())),
        )
        for name, first in first_values(game).items()
    )  # fmt: skip


def desk_components(game: Game) -> tuple[Component, ...]:
    """What calls pieces, what runs an act, what speaks."""
    calls = (
        (h.CALL_JOIN, h.CALL_IN, "UnitInPlay == 1 && Picked == PickNo && Side == BattleSide"),
        (h.CALL_STACK, h.COUNT_IN, f"UnitInPlay == 1 && Side != BattleSide && LocationName == BattleHex && !({HQ})"),
        (h.CALL_WORKS, h.WORKS, "Works == 1 && LocationName == BattleHex"),
        (h.CALL_COMMITTED, h.COUNT, COMMITTED),
        (h.CALL_BACK, h.COME_BACK, COMMITTED),
        (h.CALL_SPEND, h.SPEND, COMMITTED),
        (h.CALL_HQS, h.SPEND_HQ, f"UnitInPlay == 1 && {HQ} && (UniqueID == BattleHq || UniqueID == BattleDefHq)"),
    )
    acts = (
        (h.DECLARE, (h.NEW_SIDE, h.NEW, h.CALL_JOIN, h.TAKE_ATTACK, h.ATTACK_TAKEN, h.CALL_STACK, h.TAKE_DEFENCE,
                     h.CALL_WORKS, h.SUM, h.SUM_UP, h.SAY_DECLARED)),
        (h.RESOLVE, (h.RECOUNT, h.CALL_COMMITTED, h.ROLLED, w.ROLL_BATTLE, h.SAY_COMBAT, h.CALL_HQS, h.CALL_SPEND)),
        (h.WITHDRAW, (h.ROLLED, h.CALL_BACK)),
    )  # fmt: skip
    spoken = {h.SAY_DECLARED: say.declared(), h.SAY_COMBAT: say.combat(), h.SAY_NONE: say.nothing()}
    return (
        *(component(M + "GlobalKeyCommand", {
            "name": key.name, "buttonText": "", "tooltip": "", "icon": "", "buttonHotkey": str(h.at_desk(key)),
            "hotkey": str(sent), "target": "MODULE|false|MAP|||||0|0||false|||EQUALS||", "filter": braced(whom),
            "deckCount": "0", "reportSingle": "true", "suppressSounds": "true", "reportFormat": "", "parameters": "",
            **GATE}) for key, sent, whom in calls),
        *(_action(key.name, h.at_desk(key), "", tuple(one if one == w.ROLL_BATTLE else h.at_desk(one) for one in keys))
          for key, keys in acts),
        *(_action(key.name, h.at_desk(key), text, ()) for key, text in spoken.items()),
    )  # fmt: skip


def _action(name: str, key: AnyKey, said: str, keys: tuple[AnyKey, ...]) -> Component:
    return component(M + "DoActionButton", {
        "name": name, "text": "", "tooltip": "", "icon": "", "hotkey": str(key), "doReport": str(bool(said)).lower(),
        "reportFormat": said, "doSound": "false", "soundClip": "", "doHotkey": str(bool(keys)).lower(),
        "hotkeys": encode([str(one) for one in keys], ","), "doLoop": "false", "loopType": "counted", "loopCount": "1",
        "whileExpression": "", "untilExpression": "", "preLoopKey": "", "postLoopKey": "", "index": "false",
        "indexProperty": "", "indexStart": "1", "indexStep": "1", **GATE})  # fmt: skip
