"""Sources to module: draw, plan, set up, write, verify. Named stages, each timed, in one readable function."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from builder.art.charts import chart_html, charts
from builder.art.images import images_for
from builder.art.layout import HEX_PX
from builder.art.mapdraw import map_png
from builder.make.kept import Kept, find_kept, keep, key_of, may_be_kept
from builder.make.opening import open_game
from builder.model import BadInput, Diagnostic, Game, Span, error
from builder.module.help import keys_page
from builder.module.plan import ModulePlan, plan_module
from builder.module.setup import Mint, setup_bytes
from builder.module.verify import verify_module
from builder.module.windows import map_windows
from builder.module.write import module_bytes, pictures_named
from builder.sources import find_game
from builder.vassal.archive import write_file

KEYS_FILE = "keys.html"

Progress = Callable[[str, float], None]  # stage, seconds it took


@dataclass(frozen=True, slots=True)
class BuiltModule:
    """A module in memory. `stages` are (name, seconds); `warnings` what the verification found."""

    game: Game
    plan: ModulePlan
    content: bytes
    stages: tuple[tuple[str, float], ...]
    warnings: tuple[Diagnostic, ...]

    @property
    def file_name(self) -> str:
        return f"{self.game.id}-{self.game.version}.vmod"

    def save(self, folder: str | Path) -> Path:
        """Write the module into a folder, beside first and then renamed; the path of the file.

        BadInput where folder or file cannot be written; a module that is there stays whole then.
        """
        return save_module(folder, self.file_name, self.content)


def save_module(folder: str | Path, file_name: str, content: bytes) -> Path:
    """As `BuiltModule.save`; a file that holds these bytes already is left alone."""
    path = Path(folder) / file_name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        said = f"the folder cannot be made: {trouble.strerror or trouble}"
        raise BadInput(error("build-folder", said, Span(str(path.parent)))) from None
    with suppress(OSError):
        if path.stat().st_size == len(content) and path.read_bytes() == content:
            return path
    write_file(path, content)
    return path


def build_unchanged(
    name: str | Path,
    overlay: Path | None = None,
    cache: Path | None = None,
    progress: Progress = lambda stage, seconds: None,
    opened: Callable[[Game], None] = lambda game: None,
) -> Kept:
    """The module of a game by name or folder; where nothing has changed since it was last built, that very module.

    `cache` is the folder of pictures; modules lie beside it. None builds from nothing. `opened` hears of a game that
    is built anew.
    """
    watch = Stopwatch(progress)
    kept_in = cache.parent / "modules" if cache is not None else None
    with watch("compare"):
        key = key_of(find_game(name), overlay)
        found = find_kept(kept_in, key) if kept_in is not None else None
    if found is not None:
        return found
    with watch("read sources"):
        game = open_game(name, overlay)
    opened(game)
    built = build(game, cache, progress)
    made = Kept(built.file_name, game.name, built.plan.version, built.content, built.warnings)
    if kept_in is not None and may_be_kept(game):
        keep(kept_in, key, made)
    return made


def build(game: Game, cache: Path | None = None, progress: Progress = lambda stage, seconds: None) -> BuiltModule:
    """The game's module, verified by reading it back. BadInput where the sources cannot be built."""
    watch = Stopwatch(progress)
    windows = map_windows(game)
    with watch("draw counters"):
        pictures = images_for(game, cache=cache)
    with watch("draw map"):
        boards = {window.image: map_png(game, window.sheet, HEX_PX, cache=cache) for window in windows}
    with watch("charts"):
        drawn = {chart.title: (f"chart-{chart.id}.html", chart_html(chart, game)) for chart in charts(game)}
        keys = keys_page(game)
    with watch("plan"):
        chart_files = {title: file for title, (file, _) in drawn.items()}
        setups = {scenario.name: f"{scenario.id}.vsav" for scenario in game.scenarios.values()}
        plan = plan_module(game, windows, chart_files, setups, KEYS_FILE)
    with watch("set up"):
        mint = Mint(game, plan, windows)
        saves = {setups[s.name]: setup_bytes(game, s, plan, windows, mint) for s in game.scenarios.values()}
    with watch("write"):
        used = pictures_named(plan)
        files: dict[str, bytes] = {f"images/{name}": data for name, data in pictures.items() if name in used}
        files |= {f"images/{name}": data for name, data in boards.items()}
        files[KEYS_FILE] = keys.encode("utf-8")
        files |= {file: html.encode("utf-8") for file, html in drawn.values()}
        files |= saves
        content = module_bytes(plan, files)
    with watch("verify"):
        warnings = verify_module(content, game, plan, windows)
    return BuiltModule(game, plan, content, tuple(watch.stages), warnings)


class Stopwatch:
    """Times named stages and tells each as it ends."""

    def __init__(self, progress: Progress):
        self.stages: list[tuple[str, float]] = []
        self._progress = progress

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        took = time.perf_counter() - start
        self.stages.append((stage, took))
        self._progress(stage, took)
