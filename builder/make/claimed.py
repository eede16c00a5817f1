"""Rolls that were only told: a die written into the chat proves nothing, unless a list of rolls made outside has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from builder.model import Action, Diagnostic, Finding, LogRef, Rolled, Span, Strength, Verdict, note, warning
from builder.vassal.rolls import Roll

EARLIER = 5  # a die may be thrown so many steps before somebody says what it is for
CLAIMED = "its die was only told in chat"
Fallen = Mapping[tuple[str, int], tuple[int, ...]]  # file and step -> the faces of all dice that fell in it


class Outside:
    """The rolls of a list by the step that they were made for; `told` collects what the list says otherwise."""

    def __init__(self, rolls: Iterable[Roll] = ()):
        self._rolls: dict[tuple[str, int], list[Roll]] = {}
        for roll in rolls:
            self._rolls.setdefault((roll.log, roll.step), []).append(roll)
        self._used: set[tuple[str, int]] = set()

    def events(self, file: str, step: int) -> Iterator[Rolled]:
        """The rolls made for a step, as if a button of the module had thrown them."""
        for roll in self._rolls.get((file, step), ()):
            self._used.add((file, step))
            yield Rolled(LogRef(file, step), roll.player, roll.button, roll.faces)

    def unused(self) -> Iterator[Diagnostic]:
        for key, rolls in self._rolls.items():
            if key not in self._used:
                yield warning("roll-unused", f"no step {key[1]} of a log {key[0]!r} is counted here: the roll "
                              f"{_shown(rolls[0].faces)} made outside belongs to none", Span(key[0]))  # fmt: skip


def with_claims(
    judged: Iterable[tuple[Action, tuple[Verdict, ...]]], fallen: Fallen
) -> tuple[tuple[tuple[Action, tuple[Verdict, ...]], ...], tuple[Diagnostic, ...]]:
    """The same, where what rests on a roll that nobody saw fall is no proof; and a note on each such roll."""
    judged = tuple(judged)
    whole = _told_whole((action for action, _ in judged), fallen)
    done: list[tuple[Action, tuple[Verdict, ...]]] = []
    notes: list[Diagnostic] = []
    battles: set[str] = set()
    for action, verdicts in judged:
        roll, battle = action.detail("roll"), action.detail("battle")
        if action.verb == "attack":
            battles.discard(action.detail("id"))
        if roll and action.refs and _step(action) not in whole and not _fell(action, roll, fallen):
            battles |= {action.detail("id")} - {""}
            notes.append(_told(action, roll, fallen))
            verdicts = tuple(map(_as_claim, verdicts))
        elif battle and battle in battles:
            verdicts = tuple(map(_as_claim, verdicts))
        elif action.verb == "end-phase" and battles:
            verdicts = tuple(map(_as_claim, verdicts))  # losses and retreats that a claimed die asked for
            battles.clear()
        done.append((action, verdicts))
    return tuple(done), tuple(notes)


def _told_whole(actions: Iterable[Action], fallen: Fallen) -> set[tuple[str, int]]:
    """Steps whose actions together tell every die that fell in them, one each: three guns that fire at once."""
    told: dict[tuple[str, int], list[str]] = {}
    for action in actions:
        if action.detail("roll") and action.refs:
            told.setdefault(_step(action), []).append(action.detail("roll"))
    return {step for step, rolls in told.items() if sorted(rolls) == sorted(map(str, fallen.get(step, ())))}


def _step(action: Action) -> tuple[str, int]:
    return action.refs[-1].file, action.refs[-1].step


def _fell(action: Action, roll: str, fallen: Fallen) -> bool:
    first, last = action.refs[0], action.refs[-1]
    if first.file != last.file:
        first = last
    # who tells of a battle names it; the die of a whole phase may have fallen long before its last stack is marked
    earlier = EARLIER if action.detail("id") else first.step
    near = _near(first.step - earlier, last, fallen)
    return any(_shown(faces) == roll or str(sum(faces)) == roll for faces in near)


def _near(first: int, last: LogRef, fallen: Fallen) -> Iterator[tuple[int, ...]]:
    for step in range(first, last.step + 1):
        if (last.file, step) in fallen:
            yield fallen[last.file, step]


def _told(action: Action, roll: str, fallen: Fallen) -> Diagnostic:
    ref = action.refs[-1]
    listed = fallen.get((ref.file, ref.step))
    if listed is not None:
        return warning("roll-otherwise", f"step {ref.step}: the die was told as {roll}, and {_shown(listed)} fell",
                       Span(ref.file))  # fmt: skip
    return note("roll-claimed", f"step {ref.step}: the die {roll} was only told in chat: nothing is proven by it, "
                "unless --rolls FILE lists it", Span(ref.file))  # fmt: skip


def _as_claim(verdict: Verdict) -> Verdict:
    if verdict.finding is not Finding.ILLEGAL or verdict.strength is not Strength.PROVEN:
        return verdict
    return verdict._replace(strength=Strength.ASSUMED, reading=verdict.reading or CLAIMED)


def _shown(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))
