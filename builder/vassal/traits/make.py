"""Traits to write into a module, said in few words; everything unsaid is written in the 3.7 form.

Each function returns one `Trait`; `pieces.encode_piece` joins them. Other fields of a trait can be given by their
names in `layouts.py` (`new_trait` takes any). Keys are `Key('F', ctrl=True)` or `NamedKey('flip')`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import Access, AnyKey, Change, Constraints, KeyCommand, MaskStyle, Target

FREE = Constraints()
EVERYWHERE = Target()
BY_SIDE = Access("side")
BACKGROUND = MaskStyle("B")
Keys = AnyKey | Iterable[AnyKey]


def basic(image: str, name: str, gpid: str | int = "") -> Trait:
    """The innermost level of every piece."""
    return new_trait("piece", {"gpid": str(gpid)}, image=image, name=name)


def marker(values: Mapping[str, object]) -> Trait:
    """Fixed properties of a piece."""
    return new_trait("mark", {"values": tuple(map(str, values.values()))}, names=tuple(values))


def prototype(name: str, **parameters: object) -> Trait:
    """Stands for the traits of a prototype; parameters replace `$key$` in its definition.

    A parameter must not hold `/`: it would end the definition's piece text (formats §8).
    """
    pairs = tuple((key, str(value)) for key, value in parameters.items())
    if bad := [key for key, value in pairs if "/" in value]:
        raise ValueError(f"a prototype parameter must not hold '/': {', '.join(bad)}")
    made = new_trait("prototype", name=name, parameters=pairs)
    return made if pairs else Trait(made.prefix, made.fields.first(1), made.state)


def layer(
    images: Iterable[str],
    name: str = "",
    level_names: Iterable[str] = (),
    *,
    level: int = 1,
    follow: str = "",
    first_level: int = 1,
    **fields: Any,
) -> Trait:
    """A picture in levels; `increase_key`, `decrease_key`, `increase_menu`, `reset_key`, `loop`, `x`, ... as fields.

    `follow` names a property (or `{expression}`) whose value chooses the level. `level` is the level at start,
    negative when switched off; a layer with an `activate_key` may be switched off, any other is always active.
    """
    pictures = tuple(images)
    names = tuple(level_names) or ("",) * len(pictures)
    if len(names) != len(pictures):
        raise ValueError(f"layer {name!r} has {len(pictures)} pictures but {len(names)} level names")
    if level == 0 or abs(level) > len(pictures):
        raise ValueError(f"layer {name!r} starts at level {level}, but has levels 1 to {len(pictures)}")
    fields.setdefault("always_active", not fields.get("activate_key"))
    if fields["always_active"] and level < 0:
        raise ValueError(f"layer {name!r} is always active and cannot start at level {level}")
    return new_trait(
        "emb2", {"level": level}, images=pictures, level_names=names, name=name,
        follow=bool(follow), follow_property=follow, first_level=first_level, **fields,
    )  # fmt: skip


def change(key: AnyKey | None, how: Change, menu: str = "") -> KeyCommand:
    """One key command of a property trait."""
    return KeyCommand(menu, key, how)


def dynamic_property(
    name: str,
    value: object = "",
    commands: Iterable[KeyCommand] = (),
    constraints: Constraints = FREE,
    description: str = "",
) -> Trait:
    """A property of the piece that key commands change."""
    return new_trait(
        "PROP", {"value": str(value)}, name=name, constraints=constraints, commands=tuple(commands),
        description=description,
    )  # fmt: skip


def set_global_property(
    name: str,
    commands: Iterable[KeyCommand],
    constraints: Constraints = FREE,
    *,
    level: str = "Module",
    search_name: str = "",
    description: str = "",
) -> Trait:
    """Changes a property of module, map or zone by a key command of the piece."""
    return new_trait(
        "setprop", name=name, constraints=constraints, commands=tuple(commands), description=description,
        level=level, search_name=search_name,
    )  # fmt: skip


def set_piece_property(
    name: str,
    commands: Iterable[KeyCommand],
    constraints: Constraints = FREE,
    *,
    target: Target = EVERYWHERE,
    filter: str = "",
    **fields: Any,
) -> Trait:
    """Changes a dynamic property of other pieces (3.7)."""
    return new_trait(
        "setpieceprop", name=name, constraints=constraints, commands=tuple(commands), target=target, filter=filter,
        **fields,
    )  # fmt: skip


def calculated(name: str, expression: str, description: str = "") -> Trait:
    """A property computed on every reading; guard each division and lookup, it is read while pieces are dragged."""
    return new_trait("calcProp", name=name, expression=expression, description=description)


def report(keys: Keys, format: str, *, always: bool = False, description: str = "") -> Trait:
    """Says `format` in chat when one of the keys reaches the piece."""
    return new_trait("report", keys=_keys(keys), format=format, always=always, description=description)


def trigger(
    name: str,
    key: AnyKey | None = None,
    actions: Keys = (),
    *,
    menu: str = "",
    watch: Keys = (),
    condition: str = "",
    **fields: Any,
) -> Trait:
    """Sends keys to its own piece, where the condition holds; `loop`, `loop_count`, ... as fields."""
    return new_trait(
        "macro", name=name, menu=menu, key=key, condition=condition, watch_keys=_keys(watch),
        action_keys=_keys(actions), **fields,
    )  # fmt: skip


def global_key(
    key: AnyKey,
    sent: AnyKey,
    *,
    menu: str = "",
    filter: str = "",
    target: Target = EVERYWHERE,
    range: int | None = None,
    from_deck: str | int = 0,
    **fields: Any,
) -> Trait:
    """Sends a key to other pieces. `from_deck` -1 reaches all pieces in decks, 0 none; `range` in grid units."""
    return new_trait(
        "globalkey", menu=menu, key=key, sent_key=sent, filter=filter, target=target,
        restrict_range=range is not None, range=1 if range is None else range, from_deck=str(from_deck), **fields,
    )  # fmt: skip


def global_hotkey(key: AnyKey, sent: AnyKey, menu: str = "", description: str = "") -> Trait:
    """Presses a module hot key."""
    return new_trait("globalhotkey", menu=menu, key=key, sent_key=sent, description=description)


def send_to_location(
    key: AnyKey,
    *,
    menu: str = "",
    map: str = "",
    board: str = "",
    x: object = None,
    y: object = None,
    zone: str = "",
    region: str = "",
    grid_location: str = "",
    counter: str = "",
    back_key: AnyKey | None = None,
    back_menu: str = "",
    **fields: Any,
) -> Trait:
    """Moves the piece; exactly one of x and y, zone, region, grid_location, counter (a filter) says where."""
    where = {"L": x is not None and y is not None, "Z": zone, "R": region, "G": grid_location, "A": counter}
    chosen = [letter for letter, said in where.items() if said]
    if len(chosen) != 1:
        raise ValueError("say exactly one destination: x and y, zone, region, grid_location or counter")
    return new_trait(
        "sendto", menu=menu, key=key, map=map, board=board, x="" if x is None else str(x),
        y="" if y is None else str(y), zone=zone, region=region, grid_location=grid_location, filter=counter,
        destination=chosen[0], back_key=back_key, back_menu=back_menu, x_offset="0", y_offset="0", **fields,
    )  # fmt: skip


def return_to_deck(key: AnyKey, deck: str, menu: str = "", description: str = "") -> Trait:
    """Puts the piece on a deck; 3.7 reads the deck from the last field, older ones from the third."""
    return new_trait("return", menu=menu, key=key, deck=deck, deck_expression=deck, description=description)


def delete(key: AnyKey | None = None, menu: str = "") -> Trait:
    return new_trait("delete", key=key, menu=menu)


def clone(key: AnyKey | None = None, menu: str = "") -> Trait:
    return new_trait("clone", key=key, menu=menu)


def place_marker(key: AnyKey, piece_text: str, gpid: str | int, menu: str = "", **fields: Any) -> Trait:
    """Places a marker: `piece_text` is a slot's text (`pieces.slot_text`), `gpid` its own number."""
    return new_trait("placemark", key=key, marker=piece_text, gpid=str(gpid), menu=menu, **fields)


def replace_with(key: AnyKey, piece_text: str, gpid: str | int, menu: str = "", **fields: Any) -> Trait:
    """Replaces the piece by another one."""
    return new_trait("replace", key=key, marker=piece_text, gpid=str(gpid), menu=menu, **fields)


def label(text: str = "", *, key: AnyKey | None = None, menu: str = "", **fields: Any) -> Trait:
    """Text drawn on or beside the piece."""
    return new_trait("label", {"label": text}, key=key, menu=menu, **fields)


def mask(
    key: AnyKey | None, image: str, *, access: Access = BY_SIDE, style: MaskStyle = BACKGROUND, **fields: Any
) -> Trait:
    """Hides a piece's face from the others; `masked_by` in the state says who did."""
    return new_trait("obs", key=key, image=image, access=access, style=style, **fields)


def invisible(key: AnyKey | None, *, access: Access = BY_SIDE, **fields: Any) -> Trait:
    """Hides the whole piece from the others."""
    return new_trait("hide", key=key, access=access, **fields)


def mark_moved(image: str, *, moved: bool = False, **fields: Any) -> Trait:
    """The sign that a piece has moved; `set_key` and `clear_key` set it without a drag."""
    return new_trait("markmoved", {"moved": moved}, image=image, **fields)


def trail(key: AnyKey | None = None, **fields: Any) -> Trait:
    """The movement trail; `clear_key`, `visible_at_start`, `visible_to_all`, ... as fields."""
    return new_trait("footprint", key=key, **fields)


def does_not_stack(*, select: str = "", move: str = "N", stack: bool = False, description: str = "") -> Trait:
    """Selection letters n i t c, g (ignore grid), Z A B (band); movement V I N (formats §3.7.4)."""
    return new_trait("immob", selection=select, movement=move, stacking="L" if stack else "R", description=description)


def restrict_commands(name: str, keys: Keys, condition: str, *, action: str = "Hide") -> Trait:
    """Hides or disables key commands while the condition holds."""
    if action not in ("Hide", "Disable"):
        raise ValueError(f"action is 'Hide' or 'Disable', not {action!r}")
    return new_trait("hideCmd", name=name, action=action, condition=condition, keys=_keys(keys))


def restricted_access(sides: Iterable[str], *, by_player: bool = False, restrict_movement: bool = True) -> Trait:
    return new_trait("restrict", sides=tuple(sides), by_player=by_player, restrict_movement=restrict_movement)


def submenu(name: str, commands: Iterable[str]) -> Trait:
    return new_trait("submenu", name=name, commands=tuple(commands))


def menu_separator(description: str = "") -> Trait:
    return new_trait("menuSeparator", description=description)


def comment(text: str) -> Trait:
    return new_trait("cmt", text=text)


def _keys(keys: Keys) -> tuple[AnyKey, ...]:
    return tuple(keys) if isinstance(keys, Iterable) else (keys,)
