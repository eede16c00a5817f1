"""Pieces as chains of traits: TYPE and STATE to traits and back, slot texts, prototypes, names (formats §3.2 on)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate, compress
from operator import ne
from typing import NamedTuple

from builder.model import BadInput, Diagnostic, Span, error, near_miss
from builder.vassal.sequence import decode, encode
from builder.vassal.traits import Trait, decode_trait, decode_type

TAB = "\t"
NOWHERE = Span("")
MAX_LEVELS = 1000
"""No real piece comes near; a longer chain is an attack on memory, since level n costs n backslashes."""


class AddPiece(NamedTuple):
    """The three items of a `+/` text; `id` is the word `null` in slots and prototypes."""

    id: str
    type: str
    state: str


def read_slot(text: str, span: Span = NOWHERE) -> AddPiece:
    """The items of `+/ID/TYPE/STATE`; raises BadInput where the text is no piece or lacks an item."""
    text = text.strip()
    if not text.startswith("+/"):
        shown = repr(text[:40]) if text else "nothing"
        raise BadInput(error("slot-not-a-piece", f"no piece here: expected '+/null/TYPE/STATE', found {shown}", span))
    items = decode(text[2:], "/")
    if len(items) < 3:
        raise BadInput(
            error(
                "piece-cut", f"piece text has {len(items)} of 3 items (id, type, state)", span,
                help="a backslash at the end of a name or value swallows the separator after it",
            )
        )  # fmt: skip
    return AddPiece(*items[:3])


_TAILS = tuple("\\" * k for k in range(256))  # what stands before the TAB behind level k
_DEPTHS = list(range(256))  # how many that are


def slot_text(traits: tuple[Trait, ...], id: str = "null") -> str:
    """`+/ID/TYPE/STATE`, checked by reading it back; raises BadInput where a value cannot be written."""
    type_text, state_text = encode_piece(traits)
    text = "+/" + encode((id, type_text, state_text), "/")
    if decode(text[2:], "/") != [id, type_text, state_text] or text != text.strip():
        raise BadInput(*_unwritable(traits))
    return text


def type_levels(text: str) -> list[str]:
    """The levels of a TYPE, outermost first."""
    levels = _levels(text, MAX_LEVELS + 2)
    if len(levels) > MAX_LEVELS + 1:
        raise BadInput(error("piece-deep", f"a piece of more than {MAX_LEVELS} traits is not read"))
    return levels


def state_levels(text: str, count: int) -> list[str]:
    """The levels of a STATE for `count` levels of TYPE; the innermost takes all that is left. May be fewer."""
    return _levels(text, count)


def _levels(text: str, count: int) -> list[str]:
    """At most `count` levels. A TAB inside k levels has k backslashes before it, so that one split finds them all."""
    parts = text.split(TAB)
    last = len(parts) - 1
    if last < min(count, len(_TAILS) - 1) and (plain := _one_by_level(text, parts, last)) is not None:
        return plain
    depth = [len(part) - len(part.rstrip("\\")) for part in parts[:last]]
    least = [*accumulate(reversed(depth), min)][::-1]  # of all that follow
    if text[:1] == "'" or TAB + "'" in text:
        return _levels_one_by_one(text, count)  # something quoted
    levels, at = [], 0
    while len(levels) < count - 1:
        k, end = len(levels), at
        while end < last and depth[end] > k:
            end += 1
        if end < last and end + 1 < last and least[end + 1] <= k:
            return _levels_one_by_one(text, count)  # more than two items in a level
        head = [part[: len(part) - k - 1] for part in parts[at:end]]
        if end == last:
            return [*levels, TAB.join([*head, parts[last]])]
        levels.append(TAB.join([*head, parts[end][: len(parts[end]) - k]]))
        at = end + 1
    k = len(levels)
    return [*levels, TAB.join([*(part[: len(part) - k] for part in parts[at:last]), parts[last]])]


def _one_by_level(text: str, parts: list[str], last: int) -> list[str] | None:
    """The levels where each holds one part alone, as nearly all do; None for others."""
    if text[:1] == "'" or TAB + "'" in text:
        return None
    if [len(part) - len(part.rstrip("\\")) for part in parts[:last]] != _DEPTHS[:last]:
        return None
    return [*(part[: len(part) - k] for k, part in enumerate(parts[:last])), parts[last]]


class PlainState(NamedTuple):
    """A STATE in which each level is one part between TABs, with as many backslashes behind it as it lies deep."""

    text: str
    parts: list[str]


def plain_state(text: str, count: int) -> PlainState | None:
    """A STATE for `count` levels of TYPE as its parts; None where some level is more than one part, or quoted."""
    parts = text.split(TAB)
    last = len(parts) - 1
    plain = last < min(count, len(_TAILS) - 1) and _one_by_level(text, parts, last) is not None
    return PlainState(text, parts) if plain else None


class Beside(NamedTuple):
    """A STATE beside another one of its piece: (level, its new text) where it differs."""

    state: PlainState
    changed: list[tuple[int, str]]


def beside(text: str, known: PlainState) -> Beside | None:
    """Only where the two differ must the new one be looked at. None where it is not plain."""
    if text == known.text:
        return Beside(known, [])
    parts = text.split(TAB)
    last = len(parts) - 1
    if last + 1 != len(known.parts):
        return None
    changed = []
    for k in _differing(parts, known.parts):
        part = parts[k]
        if part[:1] == "'" or (k < last and (not part.endswith(_TAILS[k]) or part.endswith(_TAILS[k + 1]))):
            return None
        changed.append((k, part[:-k] if 0 < k < last else part))
    return Beside(PlainState(text, parts), changed)


def _differing(one: list[str], other: list[str]) -> list[int]:
    """Where two lists of one length differ, which is nearly nowhere: so the comparing is left to C."""
    return list(compress(range(len(one)), map(ne, one, other)))


def _levels_one_by_one(text: str, count: int) -> list[str]:
    """The same, one level after another."""
    levels: list[str] = []
    while len(levels) < count - 1:
        items = decode(text, TAB)
        levels.append(items[0])
        if len(items) < 2:
            return levels
        text = items[1]
    return [*levels, text]


def join_levels(levels: list[str] | tuple[str, ...]) -> str:
    """One TYPE or STATE from its levels, outermost first."""
    text = levels[-1]
    for level in reversed(levels[:-1]):
        text = encode((level, text), TAB)
    return text


def decode_piece(type_text: str, state_text: str, span: Span = NOWHERE) -> tuple[Trait, ...]:
    """The traits, outermost first, basic piece last. Raises BadInput where STATE has too few levels."""
    types = type_levels(type_text)
    states = state_levels(state_text, len(types))
    if len(states) < len(types):
        bare = decode_type(types[len(states)])[0]
        raise BadInput(
            error(
                "piece-few-states", f"no state for trait {bare!r}: {len(types)} types but {len(states)} states", span,
                help="a backslash at the end of a value joins its level with the next; a TAB in a name splits one",
            )
        )  # fmt: skip
    return tuple(map(decode_trait, types, states))


def encode_piece(traits: tuple[Trait, ...]) -> tuple[str, str]:
    """TYPE and STATE; raises BadInput where reading them back would give other traits, ValueError without a basic."""
    if not traits or not traits[-1].basic or any(trait.basic for trait in traits[:-1]):
        raise ValueError("a piece is traits, outermost first, and exactly one basic piece, the last")
    types = [trait.type_text() for trait in traits]
    states = [trait.state_text() for trait in traits]
    type_text, state_text = join_levels(types), join_levels(states)
    if type_levels(type_text) != types or state_levels(state_text, len(types)) != states:
        raise BadInput(*_unwritable(traits))
    return type_text, state_text


def state_at(state_text: str, basic: Trait, moved: Trait) -> str:
    """A written STATE with another state of its innermost trait: a piece that stands elsewhere, nothing encoded anew.

    ValueError where the texts cannot simply be exchanged; then the piece is to be encoded whole.
    """
    old, new = basic.state_text(), moved.state_text()
    if not state_text.endswith(old) or any(sign in text for text in (old, new) for sign in (TAB, "\\", "'")):
        raise ValueError("the innermost state holds what the levels around it would quote")
    return state_text[: len(state_text) - len(old)] + new


def _unwritable(traits: tuple[Trait, ...]) -> tuple[Diagnostic, ...]:
    found = []
    for trait in traits:
        for what, text in (("type", trait.type_text()), ("state", trait.state_text())):
            if text.endswith("\\"):
                found.append(error("piece-backslash", f"{what} of {trait.title} ends in a backslash: {text[-30:]!r}"))
            elif trait is traits[-1] and TAB in text:
                found.append(error("piece-tab", f"{what} of the basic piece holds a TAB: {text[-30:]!r}"))
    return tuple(found) or (error("piece-text", "this piece cannot be written so that VASSAL reads it back"),)


def expand(traits: tuple[Trait, ...], prototypes: Mapping[str, str], within: tuple[str, ...] = ()) -> tuple[Trait, ...]:
    """The piece as the engine makes it on the map: prototypes replaced by their traits, comments dropped (§3.4).

    `prototypes` maps names to definition texts. An unknown or recursive prototype vanishes, as in the engine.
    """
    out: list[Trait] = []
    for trait in traits:
        if trait.prefix == "cmt":
            continue
        if trait.prefix != "prototype":
            out.append(trait)
            continue
        name = trait.fields.name
        text = prototypes.get(name)
        if text is None or name in within or len(out) > MAX_LEVELS:
            continue
        if trait.fields.present > 1:
            text = fill(text, dict(trait.fields.parameters))
        inner = _definition(text)
        if inner is None:
            continue
        out += expand((*inner, _END), prototypes, (*within, name))[:-1]
    return tuple(out)


@lru_cache(maxsize=512)
def _definition(text: str) -> tuple[Trait, ...] | None:
    """The traits of a prototype's text without its basic piece: decoded once, though a thousand pieces name it."""
    try:
        slot = read_slot(text)
        return decode_piece(slot.type, slot.state)[:-1]
    except BadInput:
        return None


_END = decode_trait("piece;;;;", "null;0;0;;0")


def fill(text: str, values: Mapping[str, str]) -> str:
    """`$name$` replaced; as in the engine a name without value stays, bare of its dollar signs."""
    parts = decode(text, "$")
    last = len(parts) - 1
    return "".join(
        values.get(part, part) if number % 2 and number != last else part for number, part in enumerate(parts)
    )


def piece_name(traits: tuple[Trait, ...], *, as_owner: bool = True) -> str:
    """The name VASSAL composes for an expanded piece: basic name, level names, labels, masks.

    A layer that follows an expression is named by the level in its state. For `as_owner=False` a masked piece is
    its mask's name only, an invisible one nothing.
    """
    own = properties_of(traits)
    name = own.get("BasicName", "")
    for trait in reversed(traits[:-1]):
        if trait.prefix in ("emb2", "emb"):
            name = _level_named(trait, name, own)
        elif trait.prefix == "label":
            text = trait.state.label.strip()
            if text or trait.fields.always_use_format:
                values = {**own, "pieceName": name, "label": fill(text, own)}
                name = fill(trait.fields.name_format, values)
        elif trait.prefix == "obs" and trait.state.masked_by != "null":
            mask = trait.fields.mask_name
            name = f"{name}({mask})" if as_owner else mask
        elif trait.prefix == "hide" and trait.state.hidden_by != "null":
            name = f"{name}({trait.fields.menu})" if as_owner else ""
    return name


def properties_of(traits: tuple[Trait, ...]) -> dict[str, str]:
    """Marker and dynamic properties, and `BasicName`; an outer trait hides an inner one of the same name."""
    own: dict[str, str] = {}
    basic = traits[-1]
    if basic.prefix == "piece":
        own["BasicName"] = basic.fields.name
    for trait in reversed(traits[:-1]):
        if trait.prefix == "mark":
            own.update(zip(trait.fields.names, trait.state["values"]))
        elif trait.prefix == "PROP":
            own[trait.fields.name] = trait.state.value
        elif trait.prefix == "basicName" and trait.fields.name:
            own["BasicName"] = trait.fields.name
    return own


def _level_named(trait: Trait, name: str, own: Mapping[str, str]) -> str:
    level = layer_level(trait, own)
    names = level_names(trait)
    if not 0 < level <= len(names) or not names[level - 1]:
        return name
    first, *rest = decode(names[level - 1], "+")
    if not rest:
        return first
    return first + name if first else name + rest[0]


def level_names(trait: Trait) -> tuple[str, ...]:
    if trait.prefix == "emb":
        return tuple(level[1] if len(level) > 1 else "" for level in trait.fields.levels)
    return trait.fields.level_names


def layer_images(trait: Trait) -> tuple[str, ...]:
    """Picture of each level; an empty text is a level without picture."""
    if trait.prefix == "emb":
        return tuple(level[0] if level else "" for level in trait.fields.levels)
    return trait.fields.images or ("",)


def layer_level(trait: Trait, own: Mapping[str, str]) -> int:
    """The level shown, negative while switched off; a followed property among `own` counts before the state."""
    count = len(layer_images(trait))
    if trait.prefix == "emb2" and trait.fields.follow and trait.fields.follow_property in own:
        try:
            level = int(own[trait.fields.follow_property]) - trait.fields.first_level + 1
        except ValueError:
            return 1
        return min(max(level, 1), count)
    return min(max(trait.state.level, -count), count)


def unknown_prototype(name: str, prototypes: Mapping[str, str], span: Span = NOWHERE) -> Diagnostic:
    return error("prototype-unknown", f"no prototype named {name!r}{near_miss(name, prototypes)}", span)
