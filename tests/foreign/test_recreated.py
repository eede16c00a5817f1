"""A deletion put right from the palette is nothing; one that a die or a turn parts from what follows is a loss."""

from __future__ import annotations

from builder.model import (
    Appeared,
    Event,
    GameState,
    LogRef,
    Moment,
    Moved,
    Removed,
    Rolled,
    Said,
    Stepped,
    TurnSet,
    Unit,
)
from builder.replay.recreated import without_recreation

UNIT = Unit("u", "blue", "blue", "infantry", "XX", "A", 2, 2, counter="u")
AT = {place: Unit("u", "blue", "blue", "infantry", "XX", place, 2, 2, counter="u") for place in "AB"}
WEAK = Unit("u", "blue", "blue", "infantry", "XX", "A", 1, 2, counter="u")


def ref(step: int, command: int = 1) -> LogRef:
    return LogRef("log", step, command)


def told(*events: Event) -> list[Event]:
    found = list(without_recreation([GameState().with_unit(UNIT), *events]))
    assert isinstance(found[0], GameState)
    return found[1:]  # type: ignore[return-value]


GONE = Removed(ref(1), "", "u", "A")


def test_what_is_put_again_as_it_was_is_left_out():
    said = Said(ref(2), "", "wrong piece")
    assert told(GONE, said, Appeared(ref(3), "", AT["A"])) == [said]


def test_elsewhere_it_has_moved_and_weaker_it_has_lost():
    assert told(GONE, Appeared(ref(3), "", AT["B"])) == [Moved(ref(3), "", "u", ("A", "B"))]
    assert told(GONE, Appeared(ref(3), "", WEAK)) == [Stepped(ref(3), "", "u", 2, 1)]


def test_a_strength_marker_of_the_same_press_belongs_to_it():
    came = [Appeared(ref(3, 1), "", AT["A"]), Stepped(ref(3, 2), "", "u", 2, 1)]
    assert told(GONE, *came) == [Stepped(ref(3, 1), "", "u", 2, 1)]


def test_after_a_die_or_in_another_turn_it_is_a_loss_and_a_new_unit():
    came = Appeared(ref(9), "", AT["A"])
    for between in (Rolled(ref(2), "", "1d6", (3,)), TurnSet(ref(2), "", Moment(1), Moment(2))):
        assert told(GONE, between, came) == [GONE, between, came]


def test_elsewhere_after_other_moves_it_is_a_loss_and_a_new_unit():
    other = Moved(ref(2), "", "w", ("C", "D"))
    start = GameState().with_unit(UNIT).with_unit(Unit("w", "blue", "blue", "infantry", "XX", "C", 1, 1))
    events = [GONE, other, Appeared(ref(3), "", AT["B"])]
    assert list(without_recreation([start, *events]))[1:] == events


TWIN = WEAK._replace(id="u#17")


def test_put_first_and_deleted_then_it_is_the_same_unit_ever_after():
    """As people replace a counter by hand: the weaker one beside the old, which is deleted."""
    put, moved = Appeared(ref(1), "", TWIN), Moved(ref(5), "", "u#17", ("A", "B"))
    assert told(put, Removed(ref(2), "", "u", "A"), moved) == [
        Stepped(ref(2), "", "u", 2, 1), Moved(ref(5), "", "u", ("A", "B")),
    ]  # fmt: skip


def test_its_own_name_may_come_back_to_it():
    """The second time the replay calls the new piece as the first one was called; it is that one all the same."""
    first = [Appeared(ref(1), "", TWIN), Removed(ref(2), "", "u", "A")]
    again = [Appeared(ref(3), "", AT["A"]), Removed(ref(4), "", "u#17", "A"), Moved(ref(5), "", "u", ("A", "B"))]
    assert told(*first, *again) == [
        Stepped(ref(2), "", "u", 2, 1), Stepped(ref(4), "", "u", 1, 2), Moved(ref(5), "", "u", ("A", "B")),
    ]  # fmt: skip


def test_a_unit_that_stands_twice_to_the_end_is_told_as_it_is():
    put = Appeared(ref(1), "", TWIN)
    assert told(put) == [put]
    die = Rolled(ref(2), "", "1d6", (3,))
    assert told(put, die, Removed(ref(3), "", "u", "A")) == [put, die, Removed(ref(3), "", "u", "A")]


def test_a_lost_unit_that_never_comes_back_is_told_at_last():
    assert told(GONE) == [GONE]
