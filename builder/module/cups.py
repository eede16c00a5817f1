"""Chits: their cups as decks that nobody looks into, how they are pulled, committed to battles and spent.

A pull is a right click on a cup: for the cup's own side, or for the enemy, whose pull hands over what must be played
at once and throws out what need not be (7.2.C). Chits without effect go back by their own key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from builder.art.images import chit_image, counter_image
from builder.model import Counter, Game, Row, speech
from builder.model.speech import announce
from builder.module import hq_words as h
from builder.module import words as w
from builder.module.battle_hq import SELECTED
from builder.module.battle_hq_say import chit_counts
from builder.module.make_trait import calculated, command, report, shared, trigger
from builder.module.windows import MapWindow, map_windows, window_of
from builder.vassal.buildfile import Component, component
from builder.vassal.sequence import encode
from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import Colour, Constraints, MaskStyle

CHIT = "Chit"
CUP = "Cup-"
BOXES = (("CupName", CUP), ("HandBox", "Ready-"), ("CommitBox", "Committed-"), ("UsedBox", "Used-"))
OUT_BOX = "Out-of-game"
AIR = ("air", "ace")  # types of counters that are never on the ground
FATES = {"air": "used", "ace": "ace", "gas": "out", "mine": "out", "flamethrower": "out"}
"""What becomes of a chit of a kind that was committed; others with a modifier go back to the hand (7.10.B)."""
EVERYWHERE = "MODULE|false|MAP|||||0|0||false|||EQUALS||"


class Cup(NamedTuple):
    """A side's cup as a deck: the name of its box, the map, its middle in pixels."""

    side: str
    name: str
    map: str
    board: str
    x: int
    y: int


def has_cups(game: Game) -> bool:
    return "chits" in game.tables and any(box.id.startswith(CUP) for sheet in game.maps for box in sheet.boxes)


def cups(game: Game, windows: tuple[MapWindow, ...]) -> tuple[Cup, ...]:
    """The cups of a game's sides, in the order of the boxes; none for a game without chits."""
    if not has_cups(game):
        return ()
    return tuple(
        Cup(box.id.removeprefix(CUP), box.label, window.name, window.board, *_middle(window, box.id))
        for window in windows
        for box in window.sheet.boxes
        if box.id.startswith(CUP)
    )


def _middle(window: MapWindow, box: str) -> tuple[int, int]:
    x, y = window.layout.inside(box).centre
    return round(x), round(y)


# ---- the deck


def deck_components(game: Game, window: MapWindow) -> tuple[Component, ...]:
    """The cups that stand on a map: always shuffled, face down, one chit at a time."""
    return tuple(
        component(
            "VASSAL.build.module.map.DrawPile",
            {
                "name": cup.name, "description": "", "owningBoard": cup.board, "x": str(cup.x), "y": str(cup.y),
                "width": "75", "height": "75", "allowMultiple": "false", "allowSelect": "false",
                "faceDown": "Always", "drawFaceUp": "true", "shuffle": "Always", "reversible": "false",
                "draw": "true", "color": "90,90,90", "maxStack": "3", "reshufflable": "false", "canSave": "false",
                "expressionCounting": "false", "hotkeyOnEmpty": "false", "restrictOption": "false",
                "deckRestrictAccess": "false", "selectDisplayProperty": "a chit", "useGridLocation": "false",
            },
            tuple(
                component("VASSAL.build.module.map.DeckGlobalKeyCommand", {
                    "name": text, "hotkey": str(key), "filter": "", "deckCount": "1", "reportFormat": "",
                    "reportSingle": "true", "suppressSounds": "true", "parameters": "", "target": EVERYWHERE})
                for text, key in _pulls(game, cup.side)
            ),
        )
        for cup in cups(game, (window,))
    )  # fmt: skip


def _pulls(game: Game, side: str) -> tuple[tuple[str, object], ...]:
    foe = next(one.name for one in game.sides if one.id != side)
    return (("Pull a chit", h.PULL), (f"Pull a chit for the other side ({foe})", h.PULL_FOE))


def deck_traits(game: Game, cup: Cup, ids: tuple[str, ...]) -> Trait:
    """A cup as it stands in a save; `ids` are the chits inside."""
    commands = tuple(
        encode([text, str(key), "", "1", "", text, EVERYWHERE, "true", "true", ""], "|")
        for text, key in _pulls(game, cup.side)
    )
    return new_trait(
        "deck", {"map": cup.map, "x": cup.x, "y": cup.y, "face_down": True, "cards": ids},
        outline=True, outline_colour=Colour(90, 90, 90), width=75, height=75, face_down="Always", shuffle="Always",
        draw_several=False, draw_chosen=False, name=cup.name, draw_face_up=True, max_stack=3,
        global_commands=commands, display_property="a chit",
    )  # fmt: skip


# ---- chits


def chit_rows(game: Game) -> Mapping[str, Row]:
    """What lies in cups, marker or counter, with its row; a chit that is no marker is the unit that it brings."""
    if not has_cups(game):
        return {}
    return {
        name: row
        for row in game.tables["chits"].rows.values()
        if row["kind"] != "prewar"
        for name in ((row.key,) if row.key in game.markers else row["counters"].split())
    }


def chit_marks(row: Row, game: Game) -> dict[str, str]:
    """What a chit says of itself: its kind, whether it must be played at once, what becomes of it in a battle."""
    commits = (row["kind"] in FATES and row["mandatory"] != "yes") or (row["drm"] and row["kind"] == "event")
    due = next((box.label for sheet in game.maps for box in sheet.boxes
                if box.id == f"Due{row['side'].capitalize()}{row['letter']}"), "")  # fmt: skip
    letter = game.tables["strategic"].rows.get(row["letter"])
    return {
        "Chit": "1", "ChitId": row.key, "ChitKind": row["kind"], "Banded": "1" if row["mandatory"] == "yes" else "0",
        "Commits": "1" if commits else "0", "Fate": FATES.get(row["kind"], "hand") if commits else "",
        "DueBox": due, "CupTurn": letter["before"] if letter is not None else "0",
    }  # fmt: skip


def mask(row: Row) -> Trait:
    """What a chit shows while it lies in a cup: only then is it masked."""
    return new_trait(
        "obs", {"masked_by": "null"}, key=None, menu="", image=chit_image(row["side"]),
        style=MaskStyle("G", chit_image(row["side"])), mask_name="a chit", access="side:",
    )  # fmt: skip


def air_traits(counter: Counter, game: Game, row: Row, gpid: int) -> tuple[Trait, ...]:
    """An air unit: a chit with a counter's picture, never on the ground."""
    side = next(one.name for one in game.sides if one.id == counter.side)
    dies = "".join(f"d{n}" for n in _numbers(counter.attributes.get("killed_on", "")))
    image = counter_image(counter, counter.steps)
    marks = {w.COUNTER_ID: counter.id, "Side": side, "Nation": counter.nation, "Type": counter.type, "UnitInPlay": "1",
             "KilledOn": dies, **chit_marks(row, game)}  # fmt: skip
    return (
        new_trait("prototype", name=SELECTED),
        new_trait("prototype", name=CHIT),
        mask(row),
        new_trait("emb2", {"level": 1}, name="Step", images=(image,), level_names=("",), always_active=True),
        new_trait("mark", {"values": tuple(marks.values())}, names=tuple(marks)),
        new_trait("piece", {"map": "null", "gpid": str(gpid)}, image=image, name=counter.name or counter.designation),
    )


def _numbers(text: str) -> tuple[int, ...]:
    """`1..2` or `1 3` as numbers of a die."""
    found: list[int] = []
    for part in text.split():
        first, _, last = part.partition("..")
        found += range(int(first), int(last or first) + 1)
    return tuple(found)


def chit_prototype(game: Game, due: str) -> tuple[Trait, ...]:
    """What every chit can do, outermost first. `due`: when the end of a phase brings due chits and used air units."""
    said = {"unit": "$UniqueID$", "chit": "$ChitId$"}
    pulled = {**said, "cup": "$SideId$", "turn": f"${w.TURN_NUMBER}$"}
    commit = {"id": "$BattleNo$", "unit": "$UniqueID$"}
    waits = "LocationName == DueBox"
    return (
        trigger("pull", h.PULL, "", (h.TO_HAND, h.SAY_PULL)),
        # the inner one is asked first; neither changes what the other asks
        trigger("pulled by the enemy, kept", h.PULL_FOE, "KeptOnPull == 1", (h.TO_HAND, h.SAY_STAYS)),
        trigger("pulled by the enemy, lost", h.PULL_FOE, "KeptOnPull == 0", (h.TO_OUT, h.SAY_PULL_FOE)),
        trigger("into the cup", h.INTO_CUP, f'(ChitKind == "no-effect" || {waits}) && LocationName != CupName',
                (h.TO_CUP, h.SAY_CUP), menu="Into the cup"),
        trigger("due", w.UPKEEP_SENT, f"{due} && CupTurn == {w.TURN_NUMBER} && {waits}", (h.TO_CUP, h.SAY_CUP)),
        trigger("rested", w.UPKEEP_SENT, f"{due} && LocationName == UsedBox", (h.TO_HAND,)),
        trigger("commit", h.COMMIT, "Commits == 1", (h.DECIDE, h.ACT), menu="Commit to the battle, or take back"),
        trigger("committed", h.ACT, 'Going == "commit"', (h.TO_COMMITTED, h.SAY_COMMIT)),
        trigger("taken back", h.ACT, 'Going == "back"', (h.TO_HAND, h.SAY_TAKE_BACK)),
        trigger("no battle", h.ACT, 'Going == "none"', (h.SAY_NOT_OPEN,)),
        trigger("battle broken off", h.COME_BACK, "", (h.TO_HAND,)),
        trigger("ace", h.SPEND, 'Fate == "ace"', (h.ROLL_ACE, h.FATE, h.SAY_ACE, h.MOVE)),
        trigger("spent", h.SPEND, 'Fate != "ace"', (h.FATE, h.MOVE)),
        trigger("back", h.MOVE, 'Going == "hand"', (h.TO_HAND,)),
        trigger("used", h.MOVE, 'Going == "used"', (h.TO_USED,)),
        trigger("out", h.MOVE, 'Going == "out"', (h.TO_OUT,)),
        report(h.SAY_PULL, "$BasicName$ is pulled from the $CupName$$AtOnce$ "
                           f"{announce(speech.PULL, **pulled, by='$SideId$', to='hand')}"),
        report(h.SAY_STAYS, "$BasicName$ is pulled from the $CupName$ by the other side$AtOnce$ "
                            f"{announce(speech.PULL, **pulled, by='$FoeId$', to='hand')}"),
        report(h.SAY_PULL_FOE, "$BasicName$ is pulled from the $CupName$ by the other side and out of the game "
                               f"{announce(speech.PULL, **pulled, by='$FoeId$', to='out')}"),
        report(h.SAY_CUP, "$BasicName$ goes into the $CupName$ "
                          f"{announce(speech.CUP, **said, turn=f'${w.TURN_NUMBER}$')}"),
        report(h.SAY_COMMIT, "Battle $BattleNo$: $BasicName$ is committed "
                             f"{announce(speech.COMMIT, **commit, on='1')}"),
        report(h.SAY_TAKE_BACK, f"Battle $BattleNo$: $BasicName$ is taken back "
                                f"{announce(speech.COMMIT, **commit, on='0')}"),
        report(h.SAY_NOT_OPEN, f"no battle is declared: {w.BATTLE.label} declares one"),
        report(h.SAY_ACE, f"$BasicName$: die ${h.ACE_DIE}_result$, $AceEnd$ "
                          f"{announce(speech.ACE, **commit, die=f'${h.ACE_DIE}_result$', killed='$AceKilled$')}"),
        new_trait("PROP", name="Going", constraints=Constraints(), commands=(
            command(h.DECIDE, '{ LocationName == CommitBox ? "back" : BattleStage == 1 ? "commit" : "none" }'),
            command(h.FATE, '{ Fate == "ace" ? (AceKilled == 1 ? "out" : "used") : Fate }'))),
        *(shared(name, (h.COUNT, value)) for name, _, value in chit_counts()),
        new_trait("globalhotkey", menu="", key=h.ROLL_ACE, sent_key=h.ROLL_ACE_DIE),
        *_by_side(game),
        calculated("KeptOnPull", 'ChitKind == "no-effect" || Banded == 1 ? 1 : 0'),
        calculated("AtOnce", 'Banded == 1 ? ", to be played at once" : ChitKind == "no-effect" ? "; '
             f'{h.INTO_CUP.label} puts it back" : ""'),
        calculated("AceKilled", f'KilledOn != "" && KilledOn.contains("d" + {h.ACE_DIE}_result) ? 1 : 0'),
        calculated("AceEnd", 'AceKilled == 1 ? "killed in action" : "returns"'),
        *_journeys(game),
        new_trait("piece", {"map": "null"}, image="", name=""),
    )  # fmt: skip


def _by_side(game: Game) -> tuple[Trait, ...]:
    """The names of a side's boxes, of the side and of its enemy as machines know them."""
    one, two = game.sides
    labels = {box.id: box.label for sheet in game.maps for box in sheet.boxes}
    pairs = [(name, labels[f"{box}{one.id}"], labels[f"{box}{two.id}"]) for name, box in BOXES]
    pairs += [("SideId", one.id, two.id), ("FoeId", two.id, one.id)]
    return tuple(calculated(name, f'Side == "{one.name}" ? "{first}" : "{second}"') for name, first, second in pairs)


def _journeys(game: Game) -> tuple[Trait, ...]:
    windows = map_windows(game)
    out = next(box.label for sheet in game.maps for box in sheet.boxes if box.id == OUT_BOX)
    ways = ((h.TO_HAND, "$HandBox$", "Ready-"), (h.TO_COMMITTED, "$CommitBox$", "Committed-"),
            (h.TO_USED, "$UsedBox$", "Used-"), (h.TO_OUT, out, OUT_BOX))  # fmt: skip
    return (
        *(new_trait("sendto", menu="", key=key, map=window_of(windows, _box(game, box)).name, destination="Z",
                    zone=zone, x_offset="0", y_offset="0") for key, zone, box in ways),
        new_trait("return", menu="", key=h.TO_CUP, deck="", deck_expression="{ CupName }"),
    )  # fmt: skip


def _box(game: Game, start: str) -> str:
    """The id of the first box of a kind."""
    return next(box.id for sheet in game.maps for box in sheet.boxes if box.id.startswith(start))
