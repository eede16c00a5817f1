"""Traits of pieces: every kind that VASSAL 3.7.26 knows, decoded to named fields and encoded back from them."""

from builder.vassal.traits import make
from builder.vassal.traits.fields import Field, Fields, Layout, Repeat
from builder.vassal.traits.kinds import EXPRESSION, FORMAT, IMAGE, IMAGES, Kind, Odd, read_key
from builder.vassal.traits.layouts import KNOWN
from builder.vassal.traits.trait import Trait, decode_state, decode_trait, decode_type, new_trait
from builder.vassal.traits.values import (
    Access,
    AnyKey,
    Change,
    Colour,
    Constraints,
    Key,
    KeyCommand,
    MaskStyle,
    NamedKey,
    SheetField,
    Target,
)

__all__ = [
    "EXPRESSION",
    "FORMAT",
    "IMAGE",
    "IMAGES",
    "KNOWN",
    "Access",
    "AnyKey",
    "Change",
    "Colour",
    "Constraints",
    "Field",
    "Fields",
    "Key",
    "KeyCommand",
    "Kind",
    "Layout",
    "MaskStyle",
    "NamedKey",
    "Odd",
    "Repeat",
    "SheetField",
    "Target",
    "Trait",
    "decode_state",
    "decode_trait",
    "decode_type",
    "make",
    "new_trait",
    "read_key",
]
