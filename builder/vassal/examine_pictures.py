"""Pictures that a module refers to: missing, misspelled, no pictures at all, or never used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from builder.model import Diagnostic, Span, error, near_miss, warning
from builder.vassal.archive import Archive
from builder.vassal.buildfile import Component
from builder.vassal.examine_pieces import examine_piece
from builder.vassal.module import IMAGES, Module
from builder.vassal.pictures import SUFFIXES, picture_size

Wanted = tuple[str, str, int]
"""(name, path of the component, line)"""

_ATTRIBUTES = {
    "AboutScreen": ("fileName",), "Chart": ("fileName",), "HidePiecesButton": ("showingIcon", "hiddenIcon"),
    "Zoomer": ("inIconName", "outIconName", "pickIconName"), "LOS_Thread": ("iconName", "persistentIconName"),
    "PlayerRoster": ("buttonIcon",),
}  # fmt: skip
_EVERYWHERE = ("icon", "image", "disabledIcon", "markUnmovedIcon")


def component_pictures(root: Component) -> Iterator[Wanted]:
    """Pictures named in attributes; those with a leading slash are VASSAL's own."""
    for part in root.all():
        for name in (*_EVERYWHERE, *_ATTRIBUTES.get(part.short, ())):
            image = part.attributes.get(name, "")
            if image and not image.startswith("/"):
                yield image, part.path, part.line


def picture_problems(module: Module, extensions: tuple[Module, ...], in_pieces: list[Wanted]) -> Iterator[Diagnostic]:
    """One line for each picture and fault, naming the first component that wants it."""
    wanted = [*component_pictures(module.root), *(one for one in in_pieces if not one[0].startswith("/"))]
    first: dict[str, tuple[str, int]] = {}
    for image, path, line in wanted:
        first.setdefault(image, (path, line))
    with module.archive() as archive:
        for image, (path, line) in first.items():
            problem = _problem(archive, extensions, image)
            if problem is not None:
                yield replace(problem, headline=f"{path}: {problem.headline}", span=Span("", line))


def _problem(archive: Archive, extensions: tuple[Module, ...], image: str) -> Diagnostic | None:
    found, other_name = archive.find(IMAGES + image)
    if found is None and any(IMAGES + image in owner.entries for owner in extensions):
        return None
    if found is None:
        found, other_name = archive.find(f"{IMAGES}{image}.gif")
    if found is None:
        names = [name[len(IMAGES) :] for name in archive.entries if name.startswith(IMAGES)]
        return error("image-missing", f"no picture {image!r}{near_miss(image, names)}")
    shown = found[len(IMAGES) :]
    if other_name is not None and shown.casefold() == image.casefold():
        return error("image-missing", f"no picture {image!r}, only {shown!r}: names are case-sensitive")
    if picture_size(archive.read(found), found) is None:
        return error("image-bad", f"{image!r} is not an image")
    if other_name is not None:
        return warning("image-form", f"{image!r} is stored under another Unicode form: an archiver renamed it")
    if not found.lower().endswith(SUFFIXES):
        return warning("image-suffix", f"{image!r} has none of the suffixes {' '.join(SUFFIXES)}")
    return None


def unused_pictures(module: Module, extensions: tuple[Module, ...] | None = None) -> tuple[tuple[str, ...], str]:
    """Pictures that nothing refers to, and a sentence on what was looked at: `None` means no extension was given."""
    used: set[str] = set()
    for owner in (module, *(extensions or ())):
        used |= {image for image, _, _ in component_pictures(owner.root)}
        texts = [slot.text for slot in owner.slots] + list(owner.prototypes.values())
        used |= {image for text in texts for image in examine_piece(text, {}).images}
    unused = tuple(name for name in module.images if name not in used and name.removesuffix(".gif") not in used)
    looked = "extensions were not considered" if extensions is None else f"{len(extensions)} extensions considered"
    return unused, looked
