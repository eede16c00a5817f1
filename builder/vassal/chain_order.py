"""Logs in the order of play, by `chains.Recorded`."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from builder.vassal.chains import Chain, Link, Position, Recorded, differences, repeated_steps


class _Edge(NamedTuple):
    """A log that can be put behind another: `rank` tells how surely, 0 the most."""

    rank: int
    doubled: bool  # the other one holds steps twice: one that does not comes first
    unshared: int  # the fewer the better
    distance: int  # between the given places of the two logs: equal files stay in the order given
    log: int
    after: int
    step: int
    shared: int  # steps of the log that say what the other one says from there on


def chain_of(logs: Sequence[Recorded]) -> Chain:
    """Nothing is told from names or dates; the order given decides only between what is equal."""
    parents: dict[int, Link] = {}
    for edge in sorted(_edges(logs)):
        if edge.log not in parents and not _leads_to(parents, edge.after, edge.log):
            own = frozenset(range(1, edge.shared + 1))
            parents[edge.log] = Link(edge.log, edge.after, edge.step + edge.shared, own)
    _merge(logs, parents)
    _mend(logs, parents)
    links = [parents.get(index, Link(index, None, 0)) for index in range(len(logs))]
    chain = _lines(links, logs)
    return _counted_once(chain, logs)


def _edges(logs: Sequence[Recorded]) -> Iterator[_Edge]:
    starts = {log.positions[0].pieces for log in logs}
    standing = [_steps_at(one, starts) for one in logs]
    for index, log in enumerate(logs):
        begins = log.positions[0]
        for other, one in enumerate(logs):
            if other == index:
                continue
            found = standing[other].get(begins.pieces, [])
            for step in found[:1] + found[-32:]:
                if step == 0 and other > index:
                    continue  # two that begin alike: the first one given leads
                shared = _shared(one.said[step:], log.said)
                whole = step + shared == len(one.said)
                here = one.positions[step]
                # where nothing but the turn went on, only the tracker tells two files apart
                exact = here == begins, here.board == begins.board
                rank = exact.index(True) if whole and any(exact) else 2 if whole else 3 if step == 0 else 4
                far = other if step == 0 else (index - other) % len(logs)
                yield _Edge(rank, bool(one.odd), -(step + shared), far, index, other, step, shared)


def _steps_at(log: Recorded, boards: Container[int]) -> dict[int, list[int]]:
    """The steps after which one of these boards stands, by the board."""
    found: dict[int, list[int]] = {}
    for step, position in enumerate(log.positions):
        if position.pieces in boards:
            found.setdefault(position.pieces, []).append(step)
    return found


def _leads_to(parents: dict[int, Link], log: int | None, target: int) -> bool:
    while log is not None:
        if log == target:
            return True
        link = parents.get(log)
        log = link.after if link is not None else None
    return False


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    count = 0
    for left, right in zip(one, other):
        if left != right:
            break
        count += 1
    return count


def _merge(logs: Sequence[Recorded], parents: dict[int, Link]) -> None:
    """A log that follows two others at once: both began at the same position, and what both touched they left alike."""
    for index, log in enumerate(logs):
        if index in parents:
            continue
        for first, second in _siblings(logs):
            if index in (first, second) or not _agree(logs[first], logs[second]):
                continue
            if _merged(logs[first], logs[second]) == log.start and not _leads_to(parents, first, index):
                parents[index] = Link(index, second, len(logs[second].said), beside=first)
                break


def _siblings(logs: Sequence[Recorded]) -> Iterator[tuple[int, int]]:
    by_start: dict[int, list[int]] = {}
    for index, log in enumerate(logs):
        by_start.setdefault(log.positions[0].pieces, []).append(index)
    for group in by_start.values():
        for at, first in enumerate(group):
            for second in group[at + 1 :]:
                yield first, second


def _agree(one: Recorded, other: Recorded) -> bool:
    """Whether what both touched stands alike at the end of both."""
    return all(one.end.get(id) == other.end.get(id) for id in one.touched & other.touched)


def _merged(one: Recorded, other: Recorded) -> Position:
    position = dict(one.end)
    for id in other.touched:
        if id in other.end:
            position[id] = other.end[id]
        else:
            position.pop(id, None)
    return position


def _mend(logs: Sequence[Recorded], parents: dict[int, Link]) -> None:
    """Logs that follow none to the letter stand behind the one whose end is most like their start."""
    roots = [index for index in range(len(logs)) if index not in parents]
    found = []
    for root in roots:
        for other, one in enumerate(logs):
            if other != root and one.end.keys() & logs[root].start.keys():
                found.append((len(differences(one.end, logs[root].start)), (root - other) % len(logs), root, other))
    for count, _, root, other in sorted(found):
        if count and root not in parents and not _leads_to(parents, other, root):
            broken = differences(logs[other].end, logs[root].start)
            parents[root] = Link(root, other, len(logs[other].said), broken=broken)


def _lines(links: Sequence[Link], logs: Sequence[Recorded]) -> Chain:
    """The main line goes where most is played; of equal ones to the first given."""
    leads = [_lead(link, links, logs) for link in links]
    children: dict[int, list[int]] = {}
    for index, lead in enumerate(leads):
        if lead.after is not None and lead.step == len(logs[lead.after].said):
            children.setdefault(lead.after, []).append(index)
    sizes = _sizes(links, leads, children, logs)
    main: list[Link] = []
    for root in (link.log for link in links if link.after is None):
        following = [index for index, lead in enumerate(leads) if lead.log == root]
        if not any(sizes[index] for index in following):
            main.append(links[root])
        while following := [index for index in following if sizes[index]]:  # others hold nothing of their own
            sure = [index for index in following if not leads[index].broken] or following
            line = links[max(sure, key=lambda one: (sizes[one], -one))]
            if line.beside is not None and all(link.log != line.beside for link in main):
                main.insert(len(main) - 1, links[line.beside])
            main.append(line)
            following = children.get(line.log, [])
    chosen = {link.log for link in main}
    aside = (_swapped(link, main, leads) for link in links if link.log not in chosen)
    return Chain(tuple(link._replace(after=leads[link.log].after) for link in main), tuple(aside))


def _swapped(link: Link, main: Sequence[Link], leads: Sequence[Link]) -> Link:
    """A log that others hang on, where one that begins as it does was chosen for the line: it leaves that one."""
    if leads[link.log].log != link.log:
        return link
    chosen = next((one for one in main if leads[one.log].log == link.log), None)
    return link if chosen is None else Link(link.log, chosen.log, 0)


def _lead(link: Link, links: Sequence[Link], logs: Sequence[Recorded]) -> Link:
    """Of logs that begin alike the one that the others hang on: where it stands, they could."""
    while link.step == 0 and link.after is not None and logs[link.after].said and not link.broken:
        link = links[link.after]
    return link


def _sizes(
    links: Sequence[Link], leads: Sequence[Link], children: dict[int, list[int]], logs: Sequence[Recorded]
) -> list[int]:
    """Steps in the longest line from each log on."""
    sizes = [_own(log, link) for log, link in zip(logs, links)]
    own = list(sizes)
    after = {index: lead.after for index, lead in enumerate(leads)}
    for index in sorted(after, key=lambda one: _depth(after, one), reverse=True):
        behind = [sizes[child] for child in children.get(index, ())]
        sizes[index] = own[index] + max(behind, default=0)
    return sizes


def _own(log: Recorded, link: Link) -> int:
    """Steps that a log adds; a save, which has none, counts as one."""
    return len(log.said) - len(link.skipped | repeated_steps(log)) if log.said else 1


def _depth(after: dict[int, int | None], index: int) -> int:
    depth = 0
    parent = after[index]
    while parent is not None:
        depth, parent = depth + 1, after[parent]
    return depth


def _counted_once(chain: Chain, logs: Sequence[Recorded]) -> Chain:
    """The same chain, with every step skipped that stands in a log before it, or for the second time in its own."""
    seen: dict[int, tuple[int, int]] = {}
    done: list[Link] = []
    for link in (*chain.links, *chain.aside):
        log = logs[link.log]
        skipped = set(link.skipped | repeated_steps(log))
        for number in sorted(log.telling - skipped):
            if number not in skipped and (place := seen.get(log.said[number - 1])) is not None:
                skipped |= _run(log.said, number, logs[place[0]].said, place[1])
        for number, said in enumerate(log.said, 1):
            if number not in skipped:
                seen.setdefault(said, (link.log, number))
        done.append(link._replace(skipped=frozenset(skipped)))
    return Chain(tuple(done[: len(chain.links)]), tuple(done[len(chain.links) :]))


def _run(said: Sequence[int], number: int, elsewhere: Sequence[int], there: int) -> set[int]:
    """The numbers around `number` whose steps say the same as those around step `there` of another log."""
    low, high = 0, 0
    while low + 1 < min(number, there) and said[number - low - 2] == elsewhere[there - low - 2]:
        low += 1
    while (
        number + high < len(said) and there + high < len(elsewhere) and said[number + high] == elsewhere[there + high]
    ):
        high += 1
    return set(range(number - low, number + high + 1))
