"""Battles that headquarters support: what units, headquarters and marks of works do in them.

The selected pieces get a key in turn and note themselves; the last one asks the module to declare, and the module
(`battle_hq_desk.py`) calls everybody in: each adds itself to sums and lists. The battle stands in module properties and
on the pieces, so that a file may end while it is open: BattleStage is 1 declared, 2 rolled or broken off. Nothing is
forbidden. Triggers act after the traits inside them on the same key; of two on one key the later listed is asked first.
"""

from __future__ import annotations

from builder.model import Game, speech
from builder.model.speech import announce
from builder.module import hq_words as h
from builder.module import words as w
from builder.module.make_trait import calculated, command, own, report, shared, trigger
from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import AnyKey, NamedKey

SELECTED = "Selected"
WORKS = {"destroyed-fort": "BattleRuin", "hindenburg": "BattleLine"}  # take or add a fort: 13.24.G, 13.25.C
HQ = 'Type == "hq"'
OPEN = "BattleStage == 1"
IN_IT = f"{OPEN} && Battle == BattleNo"
FIRST = 'Type == "tank" || Type == "anti-tank" || Type == "shock" || (BackKind == "shock" && Back_Level == 2)'
"""Who takes the first loss of its side (13.12.E, 13.12.F)."""


def selected(picks: tuple[AnyKey, ...] = (), menu: str = "") -> tuple[Trait, ...]:
    """What the keys that declare set going on everything that may be in a selection, outermost first.

    A marker or an air unit picks nothing, but it may be the first or the last of the selection.
    """
    able = 'PickHex1 != "" && PickHex2 != "" && (PickHex1 != "*" || PickHex2 != "*")'
    return (
        trigger("battle", w.BATTLE, "", (h.BEGIN, *picks, h.LAST), menu=menu),
        trigger("battle, the other way", h.OTHER_WAY, "", (h.BEGIN_OTHER, *picks, h.LAST)),
        trigger("begin", h.BEGIN, "UiPieceIndex == 1", (h.CLEAR,)),
        trigger("begin the other way", h.BEGIN_OTHER, "UiPieceIndex == 1", (h.CLEAR, h.SWAP)),
        trigger("last", h.LAST, "UiPieceIndex == UiPieceCount", (h.DO,)),
        trigger("nothing", h.DO, f"!({able})", (h.SAY_NONE,)),
        trigger("declare", h.DO, able, (h.DECLARE,)),
        *_presses(h.CLEAR, h.SWAP, h.SAY_NONE, h.DECLARE),
    )


def selected_prototype() -> tuple[Trait, ...]:
    return (*selected(), new_trait("piece", {"map": "null"}, image="", name=""))


def unit_triggers() -> tuple[Trait, ...]:
    """What the keys of a battle set going on a unit on the ground, outermost first."""
    return (
        *selected((h.PICK,), "Attack with these"),
        trigger("resolve", w.RESOLVE, IN_IT, (h.RESOLVE,), menu="Roll the declared battle"),
        trigger("withdraw", w.WITHDRAW, f'{IN_IT} && Side != BattleSide && Type == "cavalry"',
                (h.SAY_WITHDRAW, h.WITHDRAW), menu="Withdraw before the roll"),
        trigger("join", h.CALL_IN, f"!({HQ})", (h.COUNT_IN,)),
        *_presses(h.RESOLVE, h.WITHDRAW),
    )  # fmt: skip


def _presses(*keys: NamedKey) -> tuple[Trait, ...]:
    """The hot keys of the module that a piece presses."""
    return tuple(new_trait("globalhotkey", menu="", key=key, sent_key=h.at_desk(key)) for key in keys)


def unit_properties(game: Game) -> tuple[Trait, ...]:
    """What a unit notes of itself, and what it adds to the module's properties."""
    note = "{ BattleNo }"
    left = announce(speech.WITHDRAW, id="$BattleNo$", unit="$UniqueID$")
    return (
        report(h.SAY_WITHDRAW, f"Battle $BattleNo$: $BasicName$ and all that stands with it withdraw {left}"),
        own("Picked", "0", command(h.PICK, "{ PickNo }")),
        own(w.IN_BATTLE, "0", command(h.COUNT_IN, note), command(h.JOIN_HQ, note), command(h.DEFEND_HQ, note),
            command(w.UPKEEP_CLEAR, "0")),
        *(_pick(f"PickHex{n}", side.name) for n, side in enumerate(game.sides, 1)),
        shared("SumFactors", (h.COUNT_IN, "{ SumFactors + (Side == BattleSide ? AF : DF) }")),
        shared("SumUnits", (h.COUNT_IN, "{ SumUnits + 1 }")),
        shared("SumFirst", (h.COUNT_IN, f"{{ {FIRST} ? SumFirst + 1 : SumFirst }}")),
        shared("SumIds", (h.COUNT_IN, "$SumIds$$UniqueID$,")),
        shared("SumPlaces", (h.COUNT_IN, "$SumPlaces$$PlaceName$,")),
        shared("SumNames", (h.COUNT_IN, '{ SumNames + (SumNames == "" ? "" : ", ") + BasicName }')),
        calculated("AF", "Back_Level == 2 ? BackAttack : Step_Level == 2 ? A2 : A1"),
        calculated("DF", "Back_Level == 2 ? BackDefence : Step_Level == 2 ? D2 : D1"),
    )  # fmt: skip


def _pick(name: str, side: str) -> Trait:
    """The hex of a side's selected units; a star for several, which only attackers have (13.3.B)."""
    same = f'{name} == "" || {name} == LocationName'
    return shared(name, (h.PICK, f'{{ Side != "{side}" ? {name} : {same} ? LocationName : "*" }}'))


def headquarters_traits(back: tuple[AnyKey, ...], rested: str) -> tuple[Trait, ...]:
    """What only headquarters answer: to support, to be used up, to be ready again.

    `back` turns the counter over; `rested` is the condition under which the end of a phase turns it to its front.
    """
    said = announce(speech.SUPPORT, id="$BattleNo$", unit="$UniqueID$", at="$PlaceName$", artillery="$ArtilleryUp$")
    return (
        trigger("support", h.SUPPORT, "", (h.ANSWER,), menu="Support the declared battle"),
        # the inner one is asked first; none changes what the others ask
        trigger("support attack", h.ANSWER, f"{OPEN} && Side == BattleSide", (h.JOIN_HQ, h.SAY_SUPPORT)),
        trigger("support defence", h.ANSWER, f"{OPEN} && Side != BattleSide", (h.DEFEND_HQ, h.SAY_SUPPORT)),
        trigger("no battle to support", h.ANSWER, f"!({OPEN})", (h.SAY_NOT_OPEN,)),
        trigger("join with artillery", h.CALL_IN, "", (h.JOIN_HQ,)),
        trigger("used", h.SPEND_HQ, "Back_Level == 1", back),
        trigger("ready again", w.UPKEEP_SENT, f"Back_Level == 2 && {rested}", back),
        report(h.SAY_SUPPORT, f"Battle $BattleNo$: $BasicName$ in $location$ supports with $ArtilleryUp$ {said}"),
        report(h.SAY_NOT_OPEN, f"no battle is declared: {w.BATTLE.label} declares one"),
        *(shared(f"Battle{which}Hq{what}", (key, value))
          for which, key in (("", h.JOIN_HQ), ("Def", h.DEFEND_HQ))
          for what, value in (("", "$UniqueID$"), ("Name", "$BasicName$"), ("Art", "{ ArtilleryUp }"))),
        calculated("ArtilleryUp", "Back_Level == 2 ? 0 : Artillery"),
    )  # fmt: skip


def works_traits(kind: str, marks: dict[str, str]) -> tuple[Trait, ...]:
    """A marker that takes a fort away or stands for one, as a battle in its hex finds it; nothing for other kinds."""
    name = WORKS.get(kind)
    if name is None:
        return ()
    marks["Works"] = "1"
    return (shared(name, (h.WORKS, "1")),)
