"""The classes that VASSAL 3.7.26 builds from tags of a build file; any other tag needs a class file in the module."""

from __future__ import annotations

_CLASSES = {
    "VASSAL.build": ("GameModule"),
    "VASSAL.build.module": (
        "BasicCommandEncoder ChartWindow Chatter ChessClockControl DiceButton DieManager DoActionButton Documentation "
        "ExtensionElement GlobalKeyCommand GlobalOptions InternetDiceButton Inventory KeyNamer Map ModuleExtension "
        "MultiActionButton NotesWindow PieceWindow PlayerHand PlayerRoster Plugin PredefinedSetup PrivateMap "
        "PrototypeDefinition PrototypesContainer RandomTextButton SpecialDiceButton SpecialDie SpecialDieFace "
        "StartupGlobalKeyCommand ToolbarMenu"
    ),
    "VASSAL.build.module.chessclockcontrol": ("ChessClock"),
    "VASSAL.build.module.documentation": ("AboutScreen BrowserHelpFile BrowserPDFFile HelpFile Tutorial"),
    "VASSAL.build.module.folder": ("DeckSubFolder GlobalPropertyFolder MapSubFolder ModuleSubFolder PrototypeFolder"),
    "VASSAL.build.module.gamepieceimage": (
        "ColorManager ColorSwatch FontManager FontStyle GamePieceImage GamePieceImageDefinitions GamePieceLayout "
        "GamePieceLayoutsContainer Item ItemInstance"
    ),
    "VASSAL.build.module.map": (
        "BoardPicker CounterDetailViewer DeckGlobalKeyCommand DrawPile Flare ForwardToChatter ForwardToKeyBuffer "
        "GlobalMap HandMetrics HidePiecesButton HighlightLastMoved ImageSaver KeyBufferer LOS_Thread LayerControl "
        "LayeredPieceCollection MapCenterer MapShader MassKeyCommand MenuDisplayer MoveCameraButton PieceMover "
        "PieceRecenterer Scroller SelectionHighlighter SelectionHighlighters SetupStack StackExpander StackMetrics "
        "TextSaver Zoomer"
    ),
    "VASSAL.build.module.map.boardPicker": ("Board"),
    "VASSAL.build.module.map.boardPicker.board": ("HexGrid Region RegionGrid SquareGrid ZonedGrid"),
    "VASSAL.build.module.map.boardPicker.board.mapgrid": (
        "HexGridNumbering SquareGridNumbering Zone ZoneHighlight ZonedGridHighlighter"
    ),
    "VASSAL.build.module.map.deck": ("DeckSendKeyCommand DeckSortKeyCommand"),
    "VASSAL.build.module.properties": (
        "BooleanScenarioProperty ChangePropertyButton GlobalProperties GlobalProperty GlobalTranslatableMessage "
        "GlobalTranslatableMessages ListScenarioProperty NumberScenarioProperty ScenarioPropertiesOptionTab "
        "StringScenarioProperty ZoneProperty"
    ),
    "VASSAL.build.module.turn": ("CounterTurnLevel ListTurnLevel TurnGlobalHotkey TurnTracker"),
    "VASSAL.build.widget": (
        "BoxWidget CardSlot Chart HtmlChart ListWidget MapWidget PanelWidget PieceSlot TabWidget WidgetMap"
    ),
    "VASSAL.i18n": ("Language Translation"),
    "VASSAL.launch": ("BasicModule"),
    "VASSAL.preferences": (
        "BasicPreference BooleanPreference DoublePreference EnumPreference IntegerPreference StringPreference "
        "TextPreference"
    ),
    "VASSAL.script": ("ActionScript GeneralScript ScriptContainer"),
}

KNOWN_CLASSES = frozenset(f"{package}.{name}" for package, names in _CLASSES.items() for name in names.split())

PLAIN_CHILDREN = {"PlayerRoster": None, "GlobalOptions": "option", "BoardPicker": "setup"}
"""Components with children that are no classes; a roster's may bear any tag."""

LISTENERS = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander", "PieceMover",
    "KeyBufferer",
)  # fmt: skip
"""What a map needs to be played and does not get by itself (formats §2.7)."""
