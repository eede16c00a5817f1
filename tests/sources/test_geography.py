"""The maps beside the real ground: towns, ranges and waters whose place on the globe is common knowledge.

Each map is laid over a conic projection by the places that its book ties to a hex; everything else must then fall
where it stands on the globe, within one hex.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import pytest

from builder.model import Game, MapSheet
from tests.sources.maps import is_land, kinds

Point = tuple[float, float]  # degrees north, degrees east


class Cone(NamedTuple):
    """A Lambert conic: two standard parallels and the origin, degrees."""

    north: float
    south: float
    lat: float
    lon: float

    def km(self, at: Point) -> complex:
        """East + north * i, in kilometres from the origin."""
        first, second, origin = map(math.radians, (self.south, self.north, self.lat))
        n = math.log(math.cos(first) / math.cos(second)) / math.log(_stretch(second) / _stretch(first))
        scale = 6371 * math.cos(first) * _stretch(first) ** n / n
        here, there = (scale / _stretch(lat) ** n for lat in (math.radians(at[0]), origin))
        turn = n * math.radians(at[1] - self.lon)
        return complex(here * math.sin(turn), there - here * math.cos(turn))


def _stretch(lat: float) -> float:
    return math.tan(math.pi / 4 + lat / 2)


class Laid(NamedTuple):
    """A map laid over the ground: hex widths = turn * km + shift."""

    sheet: MapSheet
    cone: Cone
    turn: complex
    shift: complex

    def hex_at(self, at: Point) -> str:
        where = self.turn * self.cone.km(at) + self.shift
        return min(self.sheet.hexes, key=lambda h: abs(_centre(self.sheet, h) - where))

    def around(self, at: Point) -> tuple[str, ...]:
        """The hex there and its neighbours."""
        middle = self.hex_at(at)
        return (middle, *self.sheet.neighbours(middle))


def _centre(sheet: MapSheet, number: str) -> complex:
    x, y = sheet.grid.centre(number)
    return complex(x, -y)


def lay(sheet: MapSheet, cone: Cone, anchors: dict[str, Point]) -> Laid:
    """The best turn, scale and shift for the anchors, by least squares."""
    on_map = [_centre(sheet, number) for number in anchors]
    on_earth = [cone.km(at) for at in anchors.values()]
    middle, origin = sum(on_map) / len(on_map), sum(on_earth) / len(on_earth)
    turn = sum((z - middle) * (w - origin).conjugate() for z, w in zip(on_map, on_earth))
    turn /= sum(abs(w - origin) ** 2 for w in on_earth)
    return Laid(sheet, cone, turn, middle - turn * origin)


WEST_ANCHORS = {  # Glory's End 4.2, 4.3, 7.9 to 7.11, 8.2, 11.3, 14.10
    "1226": (51.22, 4.40), "1632": (50.63, 3.06), "1439": (50.73, 1.61), "1337": (50.95, 1.86),
    "1335": (51.03, 2.38), "1032": (51.22, 2.92), "3036": (48.86, 2.35), "2442": (49.44, 1.10),
    "1525": (50.85, 4.35), "1621": (50.63, 5.57), "2038": (50.11, 1.83), "1415": (50.94, 6.96),
    "3334": (48.54, 2.66), "2822": (49.16, 5.38), "3320": (48.68, 5.89), "3716": (48.17, 6.45), "4115": (47.64, 6.86),
}  # fmt: skip
EAST_ANCHORS = {  # TGWiE 8.3, 11.8 to 11.10, 3.2, 6.3.B
    "E4816": (52.23, 21.01), "E5620": (54.90, 23.90), "E3310": (47.50, 19.05), "E4129": (50.45, 30.52),
    "E2623": (44.94, 26.02), "E7030": (59.93, 30.33), "E1116": (40.64, 22.94), "E5412": (54.35, 18.65),
    "E6116": (56.51, 21.01), "E6120": (56.95, 24.11), "E6921": (59.44, 24.75), "E5205": (53.43, 14.55),
    "E5102": (52.52, 13.40), "E4304": (50.09, 14.42), "E3606": (48.21, 16.37), "E2423": (44.43, 26.10),
    "E1328": (41.01, 28.97), "E1725": (42.50, 27.47), "E2027": (43.21, 27.91), "E2328": (44.17, 28.64),
    "E3031": (46.48, 30.73), "E1210": (40.47, 19.49), "E5514": (54.71, 20.51),
}  # fmt: skip
ITALIAN_ANCHORS = {  # I3-4, I4-v, I5, I15-18
    "3419": (45.65, 13.77), "3620": (45.33, 14.44), "3423": (44.87, 13.85), "3318": (45.94, 13.62),
    "2019": (45.89, 10.84), "2118": (46.07, 11.12), "3616": (46.05, 14.51), "2721": (45.44, 12.33),
    "1421": (45.46, 9.19), "2326": (44.49, 11.34),
}  # fmt: skip

TGWIE_WEST_ANCHORS = {  # TGWiE 4.2, 11.4, 11.8; the scenarios' front lines
    "W6819": (51.22, 4.40), "W6413": (50.63, 3.06), "W5223": (49.16, 5.38), "W3929": (47.64, 6.86),
    "W5126": (49.12, 6.18), "W6630": (50.94, 6.96), "W4207": (47.90, 1.91), "W5603": (49.44, 1.10),
}  # fmt: skip
INSET_ANCHORS = {  # TGWiE 11.13, 18.3
    "W2022": (45.44, 12.33), "W2115": (45.44, 10.99), "W2616": (46.07, 11.12), "W2514": (45.89, 10.84),
    "W2527": (46.06, 13.24), "W2630": (46.18, 13.73), "W2230": (45.65, 13.77), "W2916": (46.50, 11.35),
}  # fmt: skip


@pytest.fixture(scope="session")
def laid(glory: Game, tgwie: Game, italian_front: Game) -> dict[str, Laid]:
    west, east, alps = Cone(50.5, 47.5, 49, 5), Cone(58, 42, 50, 21), Cone(46.5, 44.5, 45.5, 11.8)
    return {
        "west": lay(glory.maps[0], west, WEST_ANCHORS),
        "east": lay(tgwie.maps[1], east, EAST_ANCHORS),
        "alps": lay(italian_front.maps[0], alps, ITALIAN_ANCHORS),
        "tgwie-west": lay(tgwie.maps[0], west, TGWIE_WEST_ANCHORS),
        "inset": lay(tgwie.maps[0], alps, INSET_ANCHORS),
    }


def test_scale_and_bearing(laid: dict[str, Laid]) -> None:
    """Glory's End 1.3 has 15.4 km a hex, S3-u1 20 km; TGWiE's east map is measured, a sixth coarser than it says."""
    for name, km, degrees in (("west", 15.6, -3), ("east", 42, -4.5), ("alps", 20.6, 5)):
        assert 1 / abs(laid[name].turn) == pytest.approx(km, rel=0.02), name
        assert math.degrees(math.atan2(laid[name].turn.imag, laid[name].turn.real)) == pytest.approx(degrees, abs=1)


TOWNS: dict[str, dict[str, Point]] = {
    "west": {
        "Amiens": (49.89, 2.30), "Reims": (49.26, 4.03), "Laon": (49.56, 3.62), "Cambrai": (50.18, 3.24),
        "St Quentin": (49.85, 3.29), "Sedan": (49.70, 4.94), "Namur": (50.47, 4.87), "Charleroi": (50.41, 4.44),
        "Mons": (50.45, 3.95), "Ghent": (51.05, 3.73), "Ypres": (50.85, 2.88), "Nancy": (48.69, 6.18),
        "Metz": (49.12, 6.18), "Colmar": (48.08, 7.36), "Muelhausen": (47.75, 7.34), "Luxembourg": (49.61, 6.13),
        "Trier": (49.76, 6.64), "Aachen": (50.78, 6.08), "Bonn": (50.73, 7.10), "Koblenz": (50.36, 7.60),
        "Maastricht": (50.85, 5.69), "Troyes": (48.30, 4.08), "Chartres": (48.45, 1.48), "Orleans": (47.90, 1.91),
        "Dijon": (47.32, 5.04), "Besancon": (47.24, 6.02), "Basel": (47.56, 7.59), "Bar-le-Duc": (48.77, 5.16),
        "Chalons-sur-Marne": (48.96, 4.36), "Bastogne": (50.00, 5.72), "Dinant": (50.26, 4.91),
        "Beauvais": (49.43, 2.08), "Dieppe": (49.92, 1.08),
        "St Die": (48.28, 6.95), "Bruges": (51.21, 3.22), "Saarbruecken": (49.23, 7.00),
    },
    "east": {
        "Cracow": (50.06, 19.94), "Lemberg": (49.84, 24.03), "Przemysl": (49.78, 22.77),
        "Brest-Litovsk": (52.10, 23.70), "Vilna": (54.69, 25.28),
        "Minsk": (53.90, 27.56), "Grodno": (53.68, 23.83), "Bialystok": (53.13, 23.16),
        "Posen": (52.41, 16.93), "Breslau": (51.11, 17.03), "Dresden": (51.05, 13.74), "Thorn": (53.01, 18.60),
        "Bruenn": (49.20, 16.61), "Graz": (47.07, 15.44), "Linz": (48.31, 14.29), "Kaschau": (48.72, 21.26),
        "Debrecen": (47.53, 21.64), "Klausenburg": (46.77, 23.59), "Hermannstadt": (45.79, 24.15),
        "Belgrade": (44.82, 20.46), "Nish": (43.32, 21.90), "Uskub (Skopje)": (42.00, 21.43),
        "Monastir": (41.03, 21.33), "Sarajevo": (43.86, 18.41),
        "Jassy": (47.16, 27.59), "Kishinev": (47.01, 28.86), "Czernowitz": (48.29, 25.94),
        "Tarnopol": (49.55, 25.59), "Dvinsk": (55.87, 26.54), "Pskov": (57.82, 28.33), "Smolensk": (54.78, 32.05),
        "Vitebsk": (55.19, 30.20), "Adrianople": (41.68, 26.56), "Philippopolis": (42.15, 24.75),
        "Lodz": (51.76, 19.46), "Memel": (55.71, 21.14),
        "Zhitomir": (50.25, 28.66), "Mogilev": (53.90, 30.33), "Temesvar": (45.75, 21.23),
    },
    "alps": {
        "Verona": (45.44, 10.99), "Brescia": (45.54, 10.21), "Bozen": (46.50, 11.35), "Meran": (46.67, 11.16),
        "Udine": (46.06, 13.24), "Belluno": (46.14, 12.22), "Padua": (45.41, 11.88), "Vicenza": (45.55, 11.55),
        "Treviso": (45.67, 12.24), "Ferrara": (44.84, 11.62), "Parma": (44.80, 10.33), "Piacenza": (45.05, 9.70),
        "Villach": (46.61, 13.85), "Klagenfurt": (46.62, 14.31), "Lienz": (46.83, 12.77), "Genoa": (44.41, 8.93),
        "Tolmein": (46.18, 13.73), "Cortina": (46.54, 12.14), "Asiago": (45.87, 11.51), "Tarvis": (46.51, 13.58),
        "Ravenna": (44.42, 12.20), "Mantua": (45.16, 10.79), "Monfalcone": (45.81, 13.53), "Como": (45.81, 9.08),
    },
}  # fmt: skip


@pytest.mark.parametrize("name", TOWNS)
def test_towns_stand_where_they_are(laid: dict[str, Laid], name: str) -> None:
    map_ = laid[name]
    for town, at in TOWNS[name].items():
        (stands,) = [number for number, hex_ in map_.sheet.hexes.items() if hex_.place == town]
        assert map_.sheet.grid.distance(stands, map_.hex_at(at)) <= 1, (town, stands, map_.hex_at(at))


HIGH, WOODS, PLAIN = ("mountain", "alpine"), ("forest", "marsh", "mountain"), ("clear", "flood-plain")
GROUND: dict[str, tuple[tuple[str, Point, tuple[str, ...]], ...]] = {
    "west": (
        ("Grand Ballon, Vosges", (47.90, 7.10), HIGH),
        ("Hohneck, Vosges", (48.04, 7.01), HIGH),
        ("Donon, Vosges", (48.51, 7.16), HIGH),
        ("St Hubert, Ardennes", (50.03, 5.37), ("forest", "mountain")),
        ("La Roche, Ardennes", (50.18, 5.58), ("forest", "mountain")),
        ("Hautes Fagnes", (50.50, 6.09), WOODS),
        ("Argonne", (49.15, 4.98), ("forest",)),
        ("Eifel", (50.39, 7.01), ("forest", "mountain")),
        ("Morvan", (47.05, 4.05), ("forest", "mountain")),
        ("Fontainebleau", (48.40, 2.65), ("forest",)),
        ("Compiegne", (49.37, 2.90), ("forest",)),
        ("Beauce", (48.20, 1.70), ("clear",)),
        ("Picardy", (49.90, 2.80), ("clear",)),
        ("North Sea", (51.40, 2.40), ("sea",)),
        ("Channel", (50.60, 1.20), ("sea",)),
    ),
    "east": (
        ("Tatra", (49.18, 20.09), HIGH),
        ("Dukla", (49.42, 21.70), HIGH),
        ("Howerla", (48.16, 24.50), HIGH),
        ("Fogarasch", (45.60, 24.73), HIGH),
        ("Botev, Balkan", (42.72, 24.92), HIGH),
        ("Musala, Rila", (42.18, 23.59), HIGH),
        ("Durmitor", (43.13, 19.03), HIGH),
        ("Schneekoppe", (50.74, 15.74), ("mountain", "forest")),
        ("Pripet at Luninets", (52.10, 26.60), ("marsh",)),
        ("Pripet at Mozyr", (52.00, 28.80), ("marsh", "forest")),
        ("Rokitno", (51.30, 27.20), ("marsh", "forest")),
        ("Hungarian plain", (46.90, 20.50), PLAIN),
        ("Wallachia", (44.20, 25.50), PLAIN),
        ("Ukraine", (49.50, 31.50), PLAIN),
        ("Gulf of Riga", (57.60, 23.60), ("sea",)),
        ("Gulf of Finland", (59.80, 26.50), ("sea",)),
        ("Gotland deep", (56.50, 19.50), ("sea",)),
        ("Bay of Danzig", (54.80, 19.40), ("sea",)),
        ("Black Sea", (44.00, 30.50), ("sea",)),
        ("Adriatic", (42.50, 17.20), ("sea",)),
        ("Aegean", (40.20, 25.20), ("sea",)),
        ("Sea of Marmara", (40.75, 28.20), ("sea",)),
    ),
    "alps": (
        ("Adriatic", (45.20, 13.00), ("sea",)),
        ("Gulf of Fiume", (45.15, 14.35), ("sea",)),
    ),
}


@pytest.mark.parametrize("name", GROUND)
def test_ranges_forests_and_seas(laid: dict[str, Laid], name: str) -> None:
    """In the hex or next to it; a sea in the hex itself, for it has no other side to lean on."""
    map_ = laid[name]
    for what, at, words in GROUND[name]:
        near = map_.around(at)
        assert {map_.sheet.hexes[h].terrain for h in near} & set(words), (what, near[0])
    for what, at, words in GROUND[name]:
        if words == ("sea",):
            assert not is_land(map_.sheet, map_.hex_at(at)), (what, map_.hex_at(at))


RIVERS: dict[str, dict[str, tuple[Point, ...]]] = {
    "west": {
        "Meuse": ((49.16, 5.39), (49.70, 4.94), (50.25, 4.91), (50.52, 5.24), (51.00, 5.75)),
        "Rhine": ((48.58, 7.80), (50.36, 7.60), (50.94, 6.97)),
        "Marne": ((49.04, 3.40), (48.96, 4.36), (48.64, 4.95)),
        "Seine": ((49.30, 1.20), (48.54, 2.66), (48.30, 4.08)),
        "Somme": ((49.90, 2.30), (49.93, 2.93)),
        "Moselle": ((49.12, 6.17), (48.17, 6.45), (49.76, 6.64)),
        "Aisne": ((49.38, 3.32), (49.50, 4.37)),
        "Oise": ((49.42, 2.83), (49.90, 3.63)),
    },
    "east": {
        "Danube": ((48.21, 16.40), (47.50, 19.05), (44.83, 20.45), (43.85, 25.95), (45.43, 28.05)),
        "Vistula": ((52.23, 21.03), (53.01, 18.60), (50.05, 19.93), (51.40, 21.90)),
        "Dniester": ((48.53, 26.49), (46.83, 29.47)),
        "Dnieper": ((50.45, 30.55), (53.90, 30.33), (52.40, 30.40)),
        "Bug": ((52.10, 23.65), (51.20, 23.90)),
        "Niemen": ((54.90, 23.90), (53.68, 23.83)),
        "Oder": ((51.11, 17.03), (52.35, 14.55)),
        "Tisza": ((46.25, 20.15), (48.10, 21.40)),
        "San": ((49.78, 22.77), (50.50, 22.15)),
        "Pripet": ((52.10, 26.70), (52.05, 29.20)),
        "Drina": ((44.30, 19.15), (43.80, 19.30)),
        "Maritsa": ((41.68, 26.56), (42.15, 24.75)),
        "Vardar": ((41.43, 22.25), (41.70, 21.75)),
    },
    "alps": {
        "Po": ((45.06, 9.70), (45.13, 10.02), (45.07, 11.13), (44.95, 12.30)),
        "Isonzo": ((45.95, 13.60), (46.25, 13.58), (45.80, 13.50)),
        "Tagliamento": ((46.15, 12.95), (45.78, 12.95)),
        "Piave": ((46.14, 12.20), (45.87, 12.05), (45.65, 12.55)),
        "Adige": ((45.44, 10.99), (46.07, 11.11), (46.48, 11.28)),
        "Adda": ((45.85, 9.38), (45.30, 9.50)),
    },
}


@pytest.mark.parametrize("name", RIVERS)
def test_rivers_flow_where_they_do(laid: dict[str, Laid], name: str) -> None:
    """Along a side of the hex of each point, or of a hex next to it."""
    map_ = laid[name]
    banks: dict[str, set[str]] = {}
    for side, things in map_.sheet.sides.items():
        for thing in things:
            banks.setdefault(thing.name, set()).update(side)
    for river, points in RIVERS[name].items():
        for at in points:
            assert banks[river] & set(map_.around(at)), (river, at, map_.hex_at(at))


HEIGHTS = {
    "Ortler": (46.51, 10.54), "Adamello": (46.16, 10.50), "Marmolada": (46.43, 11.85), "Triglav": (46.38, 13.84),
    "Grossglockner": (47.07, 12.69), "Krn": (46.27, 13.66), "Pasubio": (45.79, 11.18),
}  # fmt: skip


def test_the_alps_by_hexside(laid: dict[str, Laid]) -> None:
    """Map 6-4 has its terrain along the sides: high ones round the peaks, clear ones in the plain, a lake at Garda."""
    map_ = laid["alps"]

    def sides(at: Point) -> set[str]:
        middle = map_.hex_at(at)
        return {kind for n in map_.sheet.neighbours(middle) for kind in kinds(map_.sheet, middle, n)}

    for peak, at in HEIGHTS.items():
        assert {"alpine", "mountain"} & sides(at) and "clear" not in sides(at), peak
    for plain, at in (("Cremona", (45.13, 10.02)), ("Rovigo", (45.07, 11.79)), ("Pavia", (45.18, 9.16))):
        assert "clear" in sides(at) and not {"alpine", "mountain"} & sides(at), plain
    garda = {
        n for h in map_.around((45.60, 10.65)) for n in map_.sheet.neighbours(h) if "lake" in kinds(map_.sheet, h, n)
    }
    assert garda, "Lake Garda"
    marsh = {
        n for h in map_.around((44.70, 12.20)) for n in map_.sheet.neighbours(h) if "marsh" in kinds(map_.sheet, h, n)
    }
    assert marsh, "Comacchio"


def test_straits(laid: dict[str, Laid], tgwie: Game) -> None:
    """The Dardanelles between E1023's shores and Asia, the Bosphorus beside Constantinople, the Irbe before Riga."""
    map_, east = laid["east"], tgwie.maps[1]
    assert {"E1022", "E1023", "E1122"} & set(map_.around((40.15, 26.40)))
    assert {"E1328"} & set(map_.around((41.10, 29.06)))
    assert any(not is_land(east, h) for h in map_.around((57.75, 22.00)))
    for beach, at in (("E1022", (40.05, 26.18)), ("E1122", (40.25, 26.28))):
        assert east.grid.distance(beach, map_.hex_at(at)) <= 1


WEST_NAMES = {  # where an atlas has the middle of each
    "north-sea": (51.35, 2.3), "english-channel": (50.6, 1.0), "vosges": (48.1, 7.0), "ardennes": (50.1, 5.5),
    "argonne": (49.15, 4.95), "eifel": (50.25, 6.7), "hunsrueck": (49.85, 7.2), "flanders": (50.95, 3.3),
    "picardy": (49.7, 2.5), "champagne": (49.05, 4.2), "lorraine": (48.9, 6.3), "alsace": (48.15, 7.45),
    "burgundy": (47.4, 4.5), "beauce": (48.25, 1.6),
}  # fmt: skip
NAMES: dict[str, dict[str, Point]] = {
    "glorys_end": WEST_NAMES,
    "tgwie": {
        **{f"west/{key}": at for key, at in WEST_NAMES.items()},
        "inset/gulf-of-venice": (45.5, 13.1), "inset/ortler-alps": (46.5, 10.5), "inset/adamello": (46.15, 10.5),
        "inset/dolomites": (46.45, 11.9), "inset/carnic-alps": (46.6, 13.0), "inset/julian-alps": (46.35, 13.75),
        "inset/sette-comuni": (45.88, 11.5), "inset/friuli": (46.0, 13.0), "inset/veneto": (45.7, 12.1),
        "inset/carso": (45.75, 13.8), "inset/carniola": (46.2, 14.4),
        "east/baltic-sea": (56.3, 18.3), "east/gulf-of-riga": (57.7, 23.5), "east/gulf-of-finland": (59.8, 25.5),
        "east/black-sea": (43.4, 30.5), "east/adriatic-sea": (42.7, 16.5), "east/aegean-sea": (40.0, 25.0),
        "east/marmara": (40.7, 28.1), "east/dardanelles": (40.2, 26.4), "east/carpathians": (48.7, 23.2),
        "east/transylvanian-alps": (45.5, 24.3), "east/dinaric-alps": (43.9, 17.4), "east/balkan": (42.8, 24.8),
        "east/sudeten": (50.5, 16.2), "east/alps": (47.3, 14.7), "east/rhodope": (41.65, 24.5),
        "east/bohemian-forest": (49.0, 13.5), "east/pripet-marshes": (52.1, 27.3), "east/east-prussia": (54.0, 21.0),
        "east/courland": (56.8, 22.3), "east/livonia": (57.6, 25.8), "east/lithuania": (55.4, 23.8),
        "east/galicia": (49.7, 23.3), "east/volhynia": (50.9, 26.3), "east/podolia": (48.8, 28.0),
        "east/bukovina": (47.9, 25.7), "east/bessarabia": (46.9, 28.6), "east/transylvania": (46.5, 24.4),
        "east/hungarian-plain": (47.0, 20.6), "east/wallachia": (44.5, 25.5), "east/moldavia": (46.7, 27.2),
        "east/macedonia": (41.4, 22.2), "east/thrace": (41.4, 27.0), "east/bosnia": (44.4, 18.0),
        "east/bohemia": (49.8, 14.8), "east/moravia": (49.3, 17.0), "east/ukraine": (49.5, 31.0),
    },
    "italian_front": {
        "adriatic-sea": (44.7, 13.2), "gulf-of-venice": (45.4, 13.0), "ligurian-sea": (44.15, 8.9),
        "po-valley": (45.15, 10.6), "istria": (45.2, 13.9), "carniola": (45.85, 14.6), "ortler-alps": (46.5, 10.5),
        "bergamasque-alps": (46.0, 9.85), "dolomites": (46.45, 11.9), "carnic-alps": (46.6, 13.0),
        "julian-alps": (46.35, 13.75), "hohe-tauern": (47.05, 12.7), "apennines": (44.4, 10.4),
        "karawanken": (46.45, 14.4), "carso": (45.7, 13.9),
    },
}  # fmt: skip
ON = {"west": "tgwie-west", "inset": "inset", "east": "east"}
ROUGH = {"mountain", "alpine", "forest", "marsh", "hilly", "rough", "wooded-rough", "broken"}


@pytest.mark.parametrize("name", NAMES)
def test_names_of_seas_and_ranges_lie_on_them(
    laid: dict[str, Laid], glory: Game, tgwie: Game, italian_front: Game, name: str
) -> None:
    """The line of each passes its middle within a hex and a half; seas are water, ranges high, wooded or marsh."""
    game = {"glorys_end": glory, "tgwie": tgwie, "italian_front": italian_front}[name]
    rows = game.tables["geography"].rows
    assert rows.keys() == NAMES[name].keys()
    alone = {"glorys_end": "west", "italian_front": "alps"}.get(name, "")
    for key, at in NAMES[name].items():
        map_, row = laid[alone or ON[key.partition("/")[0]]], rows[key]
        line = [row[end] for end in ("first", "via", "last") if row[end]]
        ground = [map_.sheet.hexes[number] for number in line]
        middle = map_.turn * map_.cone.km(at) + map_.shift
        points = [_centre(map_.sheet, number) for number in line]
        assert min(_off(middle, a, b) for a, b in pairwise(points)) < 1.5, key
        if row["kind"] in ("sea", "range", "region"):
            assert all((h.terrain == "sea") == (row["kind"] == "sea") for h in ground), key
        if row["kind"] == "range":
            near = {map_.sheet.hexes[n].terrain for h in line for n in (h, *map_.sheet.neighbours(h))}
            assert near & ROUGH, key


def _off(at: complex, a: complex, b: complex) -> float:
    """How far a point lies from the stretch a to b."""
    share = ((at - a) * (b - a).conjugate()).real / abs(b - a) ** 2
    return abs(at - a - min(1.0, max(0.0, share)) * (b - a))
