"""Every trait of VASSAL 3.7.26 and 3.8: the fields of its type and of its state (formats §3.5 to §3.7)."""

from __future__ import annotations

from builder.vassal.traits.fields import Field as F
from builder.vassal.traits.fields import Fields, Layout, Repeat
from builder.vassal.traits.kinds import (
    ACCESS,
    ARGUMENTS,
    COLOUR,
    COMMANDS,
    CONSTRAINTS,
    DECIMAL,
    EXPRESSION,
    FLAG,
    FORMAT,
    IMAGE,
    IMAGES,
    INT,
    KEY,
    KEYS,
    LINES,
    PARAMETERS,
    POINT,
    SHEET,
    STYLE,
    TARGET,
    TEXT,
    TEXTS,
)

DESCRIPTION = F("description", TEXT, "", "3.5")
MENU, KEY_FIELD = F("menu", TEXT), F("key", KEY)

_MARKER = (
    MENU, KEY_FIELD, F("marker", TEXT), F("marker_text", TEXT, "null"), F("x_offset", EXPRESSION, "0"),
    F("y_offset", EXPRESSION, "0"), F("match_rotation", FLAG, "false"), F("after_key", KEY), DESCRIPTION,
    F("gpid", TEXT), F("placement", INT, "0"), F("above", FLAG, "false"),
    F("copy_properties", FLAG, "false", "3.7"), F("parameters", PARAMETERS, "", "3.7"),
    F("version", INT, "0", "3.7", written="1"),
)  # fmt: skip

_ROTATE_END = (
    F("random_key", KEY), F("random_menu", TEXT), F("name", TEXT), DESCRIPTION, F("direct_key", KEY, "", "3.6"),
    F("direct_menu", TEXT, "", "3.6"), F("direct_expression", EXPRESSION, "", "3.6"),
    F("direct_is_facing", FLAG, "true", "3.6"),
)  # fmt: skip

ROTATE_FREELY = Layout("Can Rotate (freely)", F("facings", INT, "1"), KEY_FIELD, MENU, *_ROTATE_END)
ROTATE_FACINGS = Layout(
    "Can Rotate", F("facings", INT, "6"), F("clockwise_key", KEY), F("counterclockwise_key", KEY),
    F("clockwise_menu", TEXT), F("counterclockwise_menu", TEXT), *_ROTATE_END,
)  # fmt: skip

TYPES: dict[str, Layout] = {
    "piece": Layout("Basic Piece", F("clone_key", TEXT), F("delete_key", TEXT), F("image", IMAGE), F("name", TEXT)),
    "mark": Layout("Marker", F("names", Repeat((TEXT,))), separator=","),
    "prototype": Layout("Prototype", F("name", TEXT), F("parameters", ARGUMENTS, "", "if said")),
    "emb2": Layout(
        "Layer", F("activate_menu", TEXT), F("activate_modifiers", INT, "128"),
        F("activate_letter", TEXT, "A", written=""), F("increase_menu", TEXT), F("increase_modifiers", INT, "128"),
        F("increase_letter", TEXT), F("decrease_menu", TEXT), F("decrease_modifiers", INT, "128"),
        F("decrease_letter", TEXT), F("reset_menu", TEXT), F("reset_key", KEY), F("reset_level", EXPRESSION, "1"),
        F("under_when_selected", FLAG, "false"), F("x", INT, "0"), F("y", INT, "0"), F("images", IMAGES),
        F("level_names", TEXTS), F("loop", FLAG, "true", written="false"), F("name", TEXT), F("random_key", KEY),
        F("random_menu", TEXT), F("follow", FLAG, "false"), F("follow_property", EXPRESSION),
        F("first_level", INT, "1"), F("version", INT, "0", written="1"), F("always_active", FLAG, "true"),
        F("activate_key", KEY), F("increase_key", KEY), F("decrease_key", KEY), DESCRIPTION,
        F("scale", DECIMAL, "1.0", "3.6"), F("only_property", TEXT, "", "3.7"),
        F("only_value", TEXT, "true", "3.7"),
    ),
    "emb": Layout(
        "Layer (before 3.0)", F("activation", TEXT), F("activate_menu", TEXT), F("increase_letter", TEXT),
        F("increase_menu", TEXT), F("decrease_letter", TEXT), F("decrease_menu", TEXT), F("x", INT, "0"),
        F("y", INT, "0"), F("levels", Repeat((TEXTS,))),
    ),
    "label": Layout(
        "Text Label", KEY_FIELD, F("menu", TEXT, "Change label", written=""), F("font_size", INT, "10"),
        F("background", COLOUR), F("foreground", COLOUR, "0,0,0"), F("vertical", TEXT, "t"),
        F("vertical_offset", INT, "0"), F("horizontal", TEXT, "c"), F("horizontal_offset", INT, "0"),
        F("vertical_justify", TEXT, "b"), F("horizontal_justify", TEXT, "c"),
        F("name_format", FORMAT, "$pieceName$ ($label$)"), F("font", TEXT, "Dialog"), F("font_style", INT, "0"),
        F("rotate", INT, "0"), F("property", TEXT, "TextLabel"), DESCRIPTION,
        F("always_use_format", FLAG, "false", "3.6"),
    ),
    "PROP": Layout(
        "Dynamic Property", F("name", TEXT, "name"), F("constraints", CONSTRAINTS, "false,0,100,false"),
        F("commands", COMMANDS), DESCRIPTION,
    ),
    "setprop": Layout(
        "Set Global Property", F("name", TEXT, "name"), F("constraints", CONSTRAINTS, "false,0,100,false"),
        F("commands", COMMANDS), DESCRIPTION,
        F("level", TEXT, "Current Zone/Current Map/Module"), F("search_name", TEXT),
    ),
    "setpieceprop": Layout(
        "Set Other Piece's Property", F("name", TEXT, "name"), F("constraints", CONSTRAINTS, "false,0,100,false"),
        F("commands", COMMANDS), DESCRIPTION, F("target", TARGET), F("filter", EXPRESSION),
        F("restrict_range", FLAG, "false"), F("range", INT, "1"), F("fixed_range", FLAG, "true"),
        F("range_property", TEXT), F("from_deck", EXPRESSION, "-1"), F("override_constraints", FLAG, "false", "3.7"),
    ),
    "calcProp": Layout("Calculated Property", F("name", TEXT), F("expression", EXPRESSION), DESCRIPTION),
    "report": Layout(
        "Report Action", F("keys", KEYS), F("format", FORMAT, "$location$: $newPieceName$ *"),
        F("cycle_down_keys", KEYS), F("cycle_formats", TEXTS), DESCRIPTION, F("always", FLAG, "false", "3.6"),
    ),
    "macro": Layout(
        "Trigger Action", F("name", TEXT), F("menu", TEXT, "Trigger", written=""), F("key", KEY, "T", written=""),
        F("condition", EXPRESSION), F("watch_keys", KEYS), F("action_keys", KEYS), F("loop", FLAG, "false"),
        F("pre_loop_key", KEY), F("post_loop_key", KEY), F("loop_type", TEXT, "counted"),
        F("while_expression", EXPRESSION), F("until_expression", EXPRESSION), F("loop_count", EXPRESSION),
        F("index", FLAG, "false"), F("index_property", TEXT), F("index_start", EXPRESSION, "1"),
        F("index_step", EXPRESSION, "1"),
    ),
    "globalkey": Layout(
        "Global Key Command", F("menu", TEXT, "Global Key Command", written=""), F("key", KEY, "G", written=""),
        F("sent_key", KEY, "K", written=""), F("filter", EXPRESSION), F("restrict_range", FLAG, "false"),
        F("range", INT, "1"), F("report_single", FLAG, "true", written="false"), F("fixed_range", FLAG, "true"),
        F("range_property", TEXT), DESCRIPTION, F("from_deck", EXPRESSION, "-1"), F("target", TARGET, "", "3.5"),
        F("suppress_sounds", FLAG, "false", "3.7"), F("parameters", PARAMETERS, "", "3.7"),
    ),
    "globalhotkey": Layout("Global Hotkey", MENU, KEY_FIELD, F("sent_key", KEY), DESCRIPTION),
    "delete": Layout("Delete", MENU, KEY_FIELD, DESCRIPTION),
    "clone": Layout("Clone", MENU, KEY_FIELD, DESCRIPTION),
    "deselect": Layout(
        "Deselect", MENU, F("key", KEY, "K", written=""), DESCRIPTION, F("unstack", FLAG, "false"),
        F("what", TEXT, "D", "3.6"),
    ),
    "placemark": Layout("Place Marker", *_MARKER),
    "replace": Layout("Replace with Other", *_MARKER),
    "return": Layout(
        "Return to Deck", MENU, KEY_FIELD, F("deck", TEXT), F("prompt", TEXT), DESCRIPTION,
        F("version", INT, "0", "3.6", written="2"), F("choose_deck", FLAG, "true", "3.6", written="false"),
        F("deck_expression", EXPRESSION, "", "3.6"),
    ),
    "sendto": Layout(
        "Send to Location", MENU, KEY_FIELD, F("map", EXPRESSION), F("board", EXPRESSION), F("x", EXPRESSION, "0"),
        F("y", EXPRESSION, "0"), F("back_menu", TEXT), F("back_key", KEY), F("x_index", EXPRESSION, "0"),
        F("y_index", EXPRESSION, "0"), F("x_offset", EXPRESSION, "1"), F("y_offset", EXPRESSION, "1"), DESCRIPTION,
        F("destination", TEXT, "L"), F("zone", EXPRESSION), F("region", EXPRESSION), F("filter", EXPRESSION),
        F("grid_location", EXPRESSION),
    ),
    "translate": Layout(
        "Move Fixed Distance", F("menu", TEXT, "Move Forward", written=""), F("key", KEY, "M", written=""),
        F("x", EXPRESSION, "0"),
        F("y", EXPRESSION, "60"), F("move_stack", FLAG, "false"), F("x_index", EXPRESSION, "0"),
        F("y_index", EXPRESSION, "0"), F("x_offset", EXPRESSION, "0"), F("y_offset", EXPRESSION, "0"), DESCRIPTION,
    ),
    "obs": Layout(
        "Mask", KEY_FIELD, F("image", IMAGE), F("menu", TEXT, "Mask"), F("style", STYLE, "I"),
        F("mask_name", TEXT, "?"), F("access", ACCESS, "player:"), F("peek_menu", TEXT), DESCRIPTION,
        F("peek_on_hover", FLAG, "false", "3.6"), F("deal_key", KEY, "", "3.6"),
        F("deal_expression", EXPRESSION, "", "3.6"),
    ),
    "hide": Layout(
        "Invisible", F("key", KEY, "I", written=""), F("menu", TEXT, "Invisible"), F("background", COLOUR),
        F("access", ACCESS, "player:"),
        F("transparency", DECIMAL, "0.3", written="0.30000001192092896"), DESCRIPTION,
        F("suppress_report", FLAG, "false", "3.6"),
    ),
    "pivot": Layout(
        "Can Pivot", MENU, KEY_FIELD, F("x", INT, "0"), F("y", INT, "0"), F("fixed_angle", FLAG, "true"),
        F("angle", DECIMAL, "90.0"), DESCRIPTION, F("second_menu", TEXT, "", "3.7"), F("second_key", KEY, "", "3.7"),
        F("second_angle", DECIMAL, "270.0", "3.7"),
    ),
    "footprint": Layout(
        "Movement Trail", KEY_FIELD, F("menu", TEXT, "Movement Trail"), F("visible_at_start", FLAG, "false"),
        F("visible_to_all", FLAG, "false"), F("radius", INT, "10"), F("fill", COLOUR, "255,255,255"),
        F("line", COLOUR, "0,0,0"), F("selected_opacity", INT, "100"), F("unselected_opacity", INT, "50"),
        F("edge_buffer", INT, "20"), F("display_buffer", INT, "30"), F("line_width", DECIMAL, "1.0"),
        F("on_key", KEY, "", "3.4"), F("off_key", KEY, "", "3.4"), F("clear_key", KEY, "", "3.4"), DESCRIPTION,
        F("ignore_same_location", FLAG, "false", "3.8"),
    ),
    "markmoved": Layout(
        "Mark When Moved", F("image", IMAGE), F("x", INT, "0"), F("y", INT, "0"), MENU,
        F("key", KEY, "M", written=""), DESCRIPTION,
        F("ignore_same_location", FLAG, "false", "3.7"), F("set_menu", TEXT, "", "3.7"),
        F("set_key", KEY, "", "3.7"), F("clear_menu", TEXT, "", "3.7"), F("clear_key", KEY, "", "3.7"),
    ),
    "immob": Layout(
        "Does Not Stack", F("selection", TEXT), F("movement", TEXT, "N"), F("stacking", TEXT, "R", "3.6"), DESCRIPTION
    ),
    "submenu": Layout("Sub-Menu", F("name", TEXT), F("commands", TEXTS), DESCRIPTION),
    "menuSeparator": Layout("Menu Separator", F("description", TEXT), KEY_FIELD),
    "restrict": Layout(
        "Restricted Access", F("sides", TEXTS), F("by_player", FLAG, "false"), F("restrict_movement", FLAG, "true"),
        DESCRIPTION,
    ),
    "hideCmd": Layout(
        "Restrict Commands", F("name", TEXT), F("action", TEXT, "Hide"), F("condition", EXPRESSION), F("keys", KEYS)
    ),
    "table": Layout("Spreadsheet", F("rows", INT, "2"), F("columns", INT, "2"), MENU, KEY_FIELD, DESCRIPTION),
    "propertysheet": Layout(
        "Property Sheet", F("lines", SHEET), MENU, F("letter", TEXT), F("commit", INT, "0"), F("red", TEXT),
        F("green", TEXT), F("blue", TEXT), KEY_FIELD, DESCRIPTION,
    ),
    "playSound": Layout(
        "Play Sound", F("sound", EXPRESSION), MENU, KEY_FIELD, F("to_others", FLAG, "false"), DESCRIPTION,
        F("always", FLAG, "false", "3.7"),
    ),
    "button": Layout(
        "Action Button", F("key", KEY, "A", written=""), F("x", INT, "0"), F("y", INT, "0"), F("width", INT, "0"),
        F("height", INT, "0"), DESCRIPTION, F("opens_menu", FLAG, "false"), F("whole_shape", FLAG, "false"),
        F("version", INT, "0", "3.6", written="1"), F("points", Repeat((INT, INT), counted=True)),
    ),
    "nonRect2": Layout("Non-Rectangular", F("scale", DECIMAL, "1.0"), F("shape", TEXT)),
    "nonRect": Layout("Non-Rectangular (old)", F("shape", TEXT)),
    "AreaOfEffect": Layout(
        "Area of Effect", F("colour", COLOUR), F("opacity", INT, "50"), F("radius", INT, "1"),
        F("always_active", FLAG, "true"), MENU, KEY_FIELD, F("shader", TEXT), F("fixed_radius", FLAG, "true"),
        F("radius_property", TEXT), DESCRIPTION, F("name", TEXT), F("on_menu", TEXT), F("on_key", KEY),
        F("off_menu", TEXT), F("off_key", KEY), F("visible_to_all", FLAG, "true", "3.7"),
    ),
    "locmsg": Layout("Translatable Message", F("name", TEXT), F("description", TEXT), F("message", TEXT)),
    "mat": Layout("Mat", F("name", TEXT), F("description", TEXT)),
    "matPiece": Layout(
        "Mat Cargo", F("description", TEXT), F("keep_facing", FLAG, "true", written="false"), F("detect_x", INT, "0"),
        F("detect_y", INT, "0"), F("find_key", KEY), F("detach_key", KEY),
    ),
    "basicName": Layout("Basic Name", F("name", TEXT)),
    "attach": Layout(
        "Attachment", F("name", TEXT), F("description", TEXT), F("attach_menu", TEXT), F("attach_key", KEY),
        F("clear_all_menu", TEXT), F("clear_all_key", KEY), F("filter", EXPRESSION), F("restrict_range", FLAG, "false"),
        F("range", INT, "1"), F("fixed_range", FLAG, "true"), F("range_property", TEXT),
        F("from_deck", EXPRESSION, "-1"), F("target", TARGET), F("clear_some_menu", TEXT), F("clear_some_key", KEY),
        F("clear_some_filter", EXPRESSION), F("on_attach", TEXT, "nothing"), F("on_detach", TEXT, "nothing"),
        F("before_attach", TEXT, "clear"), F("allow_self", FLAG, "false"), F("auto", FLAG, "true", written="false"),
    ),
    "border": Layout(
        "Border Outline", F("property", TEXT), F("description", TEXT), F("thickness", INT, "2"),
        F("colour", COLOUR, "255,0,0"), F("second_property", TEXT), F("mode", TEXT, "AND"),
    ),
    "locCommand": Layout(
        "Multi-Location Command", F("description", TEXT), F("what", TEXT, "locRegions"), F("filter", EXPRESSION),
        F("menu", FORMAT), KEY_FIELD, F("this_map_only", FLAG, "true"), F("sort", EXPRESSION, "", "3.8"),
        F("ascending", FLAG, "true", "3.8"), F("numeric", FLAG, "false", "3.8"),
    ),
    "cmt": Layout("Comment", F("text", TEXT)),
    "deck": Layout(
        "Deck", F("outline", FLAG, "false"), F("outline_colour", COLOUR), F("width", INT, "40"),
        F("height", INT, "40"), F("face_down", TEXT), F("shuffle", TEXT), F("draw_several", FLAG, "true"),
        F("draw_chosen", FLAG, "true"), F("reversible", FLAG, "false"), F("reshuffle_menu", TEXT),
        F("reshuffle_target", TEXT), F("reshuffle_report", FORMAT), F("name", TEXT, "Deck"),
        F("shuffle_report", FORMAT), F("reverse_report", FORMAT), F("face_down_report", FORMAT),
        F("draw_face_up", FLAG, "false"), F("can_save", FLAG, "false"), F("shuffle_key", KEY),
        F("reshuffle_key", KEY), F("max_stack", INT, "10"), F("count_expressions", TEXTS), F("counting", FLAG, "false"),
        F("global_commands", TEXTS), F("key_when_empty", FLAG, "false"), F("empty_key", KEY),
        F("display_property", FORMAT, "$BasicName$"), F("sort_property", TEXT), F("restrict", FLAG, "false"),
        F("restrict_expression", EXPRESSION), F("shuffle_menu", TEXT, "Shuffle"), F("reverse_menu", TEXT, "Reverse"),
        F("reverse_key", KEY), F("draw_several_menu", TEXT, "", "3.6"), F("draw_chosen_menu", TEXT, "", "3.6"),
        F("face_up_menu", TEXT, "", "3.6"), F("face_down_menu", TEXT, "", "3.6"), F("face_up_key", KEY, "", "3.6"),
        F("face_up_report", FORMAT, "", "3.6"), F("flip_key", KEY, "", "3.6"), F("face_down_key", KEY, "", "3.6"),
        F("save_menu", TEXT, "", "3.6"), F("save_key", KEY, "", "3.6"), F("save_report", FORMAT, "", "3.6"),
        F("load_menu", TEXT, "", "3.6"), F("load_key", KEY, "", "3.6"), F("load_report", FORMAT, "", "3.6"),
        F("restrict_access", FLAG, "false", "3.6"), F("owners", TEXTS, "", "3.6"),
    ),
}  # fmt: skip

STACK = Layout("Stack", separator="")
UNKNOWN = Layout("unknown trait", F("text", TEXT), separator="")

NOTHING = Layout("no state", F("text", TEXT), separator="")
_LEVEL = Layout("state of a Layer", F("level", INT, "-1"))
_IDS = Repeat((TEXT,), counted=True)
_ANGLE = Layout("state of Can Rotate (freely)", F("angle", DECIMAL, "0.0"), separator="")

STATES: dict[str, Layout] = {
    "piece": Layout(
        "state of a Basic Piece", F("map", TEXT, "null"), F("x", INT, "0"), F("y", INT, "0"), F("gpid", TEXT),
        F("properties", Repeat((TEXT, TEXT), counted=True)),
    ),
    "stack": Layout(
        "state of a Stack", F("map", TEXT, "null"), F("x", INT, "0"), F("y", INT, "0"), F("members", Repeat((TEXT,)))
    ),
    "deck": Layout(
        "state of a Deck", F("map", TEXT, "null"), F("x", INT, "0"), F("y", INT, "0"), F("face_down", FLAG, "false"),
        F("cards", TEXTS),
    ),
    "mark": Layout("state of a Marker", F("values", Repeat((TEXT,))), separator=","),
    "emb2": _LEVEL,
    "emb": _LEVEL,
    "label": Layout("state of a Text Label", F("label", TEXT), separator=""),
    "PROP": Layout("state of a Dynamic Property", F("value", TEXT), separator=""),
    "report": Layout("state of a Report Action", F("cycle", INT, "-1"), separator=""),
    "sendto": Layout("state of Send to Location", F("back_map", TEXT), F("back_x", TEXT), F("back_y", TEXT)),
    "obs": Layout("state of a Mask", F("masked_by", TEXT, "null"), F("options", TEXT)),
    "hide": Layout("state of Invisible", F("hidden_by", TEXT, "null"), separator=""),
    "rotate": Layout("state of Can Rotate", F("facing", INT, "0"), separator=""),
    "footprint": Layout(
        "state of a Movement Trail", F("visible", FLAG, "false"), F("start_map", TEXT),
        F("points", Repeat((POINT,), counted=True)), F("ever_used", FLAG, "false", "3.6"),
        F("last_count", INT, "0", "3.8"),
    ),
    "markmoved": Layout("state of Mark When Moved", F("moved", FLAG, "false"), separator=""),
    "restrict": Layout("state of Restricted Access", F("owner", TEXT), separator=""),
    "table": Layout("state of a Spreadsheet", F("cells", Repeat((TEXT,))), separator=","),
    "propertysheet": Layout("state of a Property Sheet", F("values", Repeat((LINES,))), separator="~"),
    "AreaOfEffect": Layout("state of an Area of Effect", F("active", FLAG, "false"), separator=""),
    "mat": Layout("state of a Mat", F("cargo", _IDS)),
    "matPiece": Layout("state of Mat Cargo", F("mat", TEXT, "noMat"), separator=""),
    "attach": Layout("state of an Attachment", F("pieces", _IDS)),
}  # fmt: skip

BASICS = frozenset({"piece", "stack", "deck"})
"""What may stand innermost in a chain."""


def type_layout(prefix: str, text: str) -> Layout | None:
    """The layout for the text after `prefix;`, or None for a trait VASSAL does not know."""
    if prefix == "rotate":
        return ROTATE_FREELY if text.split(";", 1)[0] == "1" else ROTATE_FACINGS
    return TYPES.get(prefix)


def state_layout(prefix: str, fields: Fields) -> Layout:
    if prefix == "rotate" and fields.layout is ROTATE_FREELY:
        return _ANGLE
    return STATES.get(prefix, NOTHING)


KNOWN = frozenset(TYPES) | {"rotate", "stack"}
