"""The judged actions of a whole game: so many verdicts that those of a campaign do not fit into memory as they are.

Nearly all are legal, and seldom looked at: those are kept packed, and unpacked to the letter when somebody reads them.
What is not legal lies at hand, and so do the counts that every report begins with.
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from builder.model import Action, Evidence, Finding, Need, Reason, RuleRef, Verdict

LEGAL = str(Finding.LEGAL)
BLOCK = 128  # actions whose legal verdicts are packed together

Verdicts = tuple[Verdict, ...]
_Legal = tuple[Any, ...]  # the fields of a legal verdict, without what is the action's
_Block = list[list[_Legal]]  # by action


class _Kept(NamedTuple):
    """An action; those of its verdicts that are not legal, with their places among all; the rules of the legal ones."""

    action: Action
    loud: tuple[tuple[int, Verdict], ...]
    legal: tuple[str, ...]


class Judged(Sequence[tuple[Action, Verdicts]]):
    """(action, verdicts) in the order of play; filled by `add` while the game is judged, and then left alone."""

    def __init__(self, judged: Iterable[tuple[Action, Verdicts]] = ()):
        self._kept: list[_Kept] = []
        self._packed: list[bytes | _Block] = []
        self._filling: _Block = []  # the last block, as long as it is not full
        self._read: tuple[int, _Block] = (-1, [])  # the block that was unpacked last
        self._rules: dict[tuple[str, ...], tuple[str, ...]] = {}  # few, and named again and again
        for action, verdicts in judged:
            self.add(action, verdicts)

    def add(self, action: Action, verdicts: Verdicts) -> None:
        loud = tuple([(at, one) for at, one in enumerate(verdicts) if one.finding is not Finding.LEGAL])
        legal = [one for one in verdicts if one.finding is Finding.LEGAL]
        rules = tuple([one.rule.id for one in legal])
        self._kept.append(_Kept(action, loud, self._rules.setdefault(rules, rules)))
        self._filling.append([_fields(one) for one in legal])
        if len(self._filling) == BLOCK:
            self._packed.append(_pack(self._filling))
            self._filling = []

    # ---- without unpacking

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def actions(self) -> Iterator[Action]:
        return (one.action for one in self._kept)

    @property
    def loud(self) -> Iterator[tuple[Action, Verdicts]]:
        """Each action with those of its verdicts that are not legal."""
        return ((one.action, tuple(verdict for _, verdict in one.loud)) for one in self._kept)

    def with_loud(self, loud: Iterable[tuple[Action, Verdicts]]) -> Judged:
        """The same with other verdicts in place of those that `loud` gives, as many of each action."""
        changed = Judged()
        changed._packed, changed._filling, changed._rules = self._packed, self._filling, self._rules
        changed._kept = [
            one._replace(loud=tuple(zip((at for at, _ in one.loud), verdicts))) if one.loud else one
            for one, (_, verdicts) in zip(self._kept, loud, strict=True)
        ]
        return changed

    def counts(self, first: int = 0, last: int | None = None) -> Counter[tuple[str, str]]:
        """(rule, outcome) -> how often, over the actions from `first` to before `last`."""
        found: Counter[tuple[str, str]] = Counter()
        legal: Counter[tuple[str, ...]] = Counter()
        for one in islice(self._kept, first, last):
            legal[one.legal] += 1
            for _, verdict in one.loud:
                found[verdict.rule.id, verdict.outcome] += 1
        for rules, times in legal.items():
            for rule in rules:
                found[rule, LEGAL] += times
        return found

    # ---- everything

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        kept = self._kept[number]
        verdicts = [_verdict(fields, kept.action) for fields in self._block(number // BLOCK)[number % BLOCK]]
        for at, one in kept.loud:
            verdicts.insert(at, one)
        return kept.action, tuple(verdicts)

    def _block(self, number: int) -> _Block:
        if number == len(self._packed):
            return self._filling
        if self._read[0] != number:
            self._read = number, _unpacked(self._packed[number])
        return self._read[1]


def _fields(verdict: Verdict) -> _Legal:
    own = verdict.action.refs
    return (
        verdict.rule.game, verdict.rule.id, verdict.strength, verdict.message, verdict.facts, verdict.sum,
        verdict.needs, verdict.reading, verdict.unless_consent, None if verdict.refs is own else verdict.refs,
    )  # fmt: skip


def _verdict(fields: _Legal, action: Action) -> Verdict:
    game, rule, strength, message, facts, sum, needs, reading, consent, refs = fields
    return Verdict(
        RuleRef(game, rule), Finding.LEGAL, strength, action, message, facts, sum, needs, reading, consent,
        action.refs if refs is None else refs,
    )  # fmt: skip


class _Packer(pickle.Pickler):
    """Writes what facts are made of by their fields, a quarter of the time that pickle itself takes for them."""

    dispatch_table = {  # noqa: RUF012  (so the library asks)
        Reason: lambda one: (Reason, (one.name, one.value, one.evidence, one.source)),
        Evidence: lambda one: (Evidence, (one.tag, one.rule, one.note)),
        Need: lambda one: (Need, (one.file, one.key, one.column, one.reading)),
    }


def _pack(block: _Block) -> bytes | _Block:
    """As bytes; as it is where a rule set's facts hold what cannot be written down."""
    text = io.BytesIO()
    try:
        _Packer(text, pickle.HIGHEST_PROTOCOL).dump(block)
    except (pickle.PicklingError, TypeError, AttributeError):
        return block
    return zlib.compress(text.getbuffer(), 1)


def _unpacked(block: bytes | _Block) -> _Block:
    return pickle.loads(zlib.decompress(block)) if isinstance(block, bytes) else block
