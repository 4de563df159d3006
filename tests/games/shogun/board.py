"""Shogun's board and cards as the tests know them, typed from the board and the rulebook.

Nothing here comes from the engine's own tables; `test_facts.py` compares the two.
"""

from __future__ import annotations

# The table of the personal board: name, chests, rice, spaces for buildings, by region of the sun
# side.
_TABLE = """
green
    Aki 4 3 2, Bingo 3 4 2, Bitchu 5 3 2
    Bizen 4 2 1, Hoki 6 5 2, Iwami 7 2 1
    Izumo 3 3 3, Mimasaka 7 3 1, Tajima 4 4 1
red
    Echizen 4 4 2, Harima 4 4 2, Hida 4 2 2
    Mikawa 6 3 1, Mino 3 5 1, Omi 3 2 3
    Owari 6 2 2, Tamba 7 2 1, Wakasa 6 2 2
purple
    Awa-Shikoku 4 2 2, Ise 5 3 2, Iyo 3 4 3
    Kii 5 4 2, Sanuki 6 2 1, Settsu 7 3 1
    Shima 4 3 1, Tosa 6 3 2, Yamato 5 4 2
yellow
    Awa-Boso 3 4 2, Izu 6 2 3, Kai 5 3 1
    Kazusa 5 3 3, Musashi 6 3 2, Sagami 3 4 3
    Shimosa 5 5 1, Suruga 7 3 2, Totomi 6 2 2
brown
    Echigo 5 3 2, Etchu 7 3 3, Hitachi 3 4 1
    Kaga 4 5 3, Kozuke 3 4 2, Mutsu 4 3 2
    Noto 5 2 2, Shimotsuke 6 2 3, Shinano 6 2 3
"""
# On the moon side these belong elsewhere.
_MOON = {
    "green": "Sanuki",
    "red": "Kai Mimasaka Shinano",
    "purple": "Owari",
    "yellow": "Hitachi",
    "brown": "Echizen Wakasa",
}
# Each border once, by the first of its two provinces.
_BORDERS = """
    Aki: Bingo Iwami
    Awa-Boso: Kazusa
    Awa-Shikoku: Iyo Sanuki Tosa
    Bingo: Bitchu Hoki Iwami Izumo
    Bitchu: Bizen Hoki Mimasaka
    Bizen: Harima Mimasaka
    Echigo: Etchu Kozuke Mutsu Shinano
    Echizen: Hida Kaga Mino Omi Wakasa
    Etchu: Hida Kaga Noto Shinano
    Harima: Hoki Mimasaka Settsu Tajima Tamba
    Hida: Kaga Mino Shinano
    Hitachi: Mutsu Shimosa Shimotsuke
    Hoki: Izumo Mimasaka Tajima
    Ise: Kii Mino Omi Owari Shima Yamato
    Iwami: Izumo
    Iyo: Sanuki Tosa
    Izu: Sagami Suruga
    Kaga: Noto
    Kai: Musashi Sagami Shinano Suruga Totomi
    Kazusa: Shimosa
    Kii: Settsu Yamato
    Kozuke: Musashi Mutsu Shimosa Shimotsuke Shinano
    Mikawa: Mino Owari Shinano Totomi
    Mino: Omi Owari Shinano
    Musashi: Sagami Shimosa Shinano
    Mutsu: Shimotsuke
    Omi: Settsu Tamba Wakasa Yamato
    Sagami: Suruga
    Settsu: Tamba Yamato
    Shimosa: Shimotsuke
    Shinano: Totomi
    Suruga: Totomi
    Tajima: Tamba Wakasa
    Tamba: Wakasa
"""
_SEA_ROUTES = "Aki–Iyo, Harima–Sanuki, Awa-Shikoku–Kii, Tajima–Kaga, Shima–Izu, Izu–Awa-Boso"
NOT_FOR_THREE = {
    "sun": ["Izumo", "Iwami", "Sanuki", "Tosa", "Echigo", "Mutsu", "Kazusa", "Awa-Boso"],
    "moon": ["Iwami", "Aki", "Mutsu", "Shimotsuke", "Iyo", "Tosa", "Hitachi", "Shimosa"],
}
# The example set-up: for each player the provinces with their armies.
PRESETS = {
    3: [
        "Suruga 5, Mino 4, Tamba 4, Musashi 3, Harima 3, Izu 2, Owari 2, Sagami 2, Tajima 2",
        "Yamato 5, Echizen 4, Shimotsuke 4, Shimosa 3, Ise 3,"
        " Hitachi 2, Awa-Shikoku 2, Kaga 2, Kii 2",
        "Bizen 5, Omi 4, Hida 4, Etchu 3, Hoki 3, Bitchu 2, Bingo 2, Settsu 2, Shinano 2",
    ],
    4: [
        "Yamato 5, Awa-Shikoku 4, Kaga 4, Omi 3, Tamba 3, Kii 2, Settsu 2, Noto 2",
        "Kozuke 5, Hida 4, Ise 4, Echizen 3, Shinano 3, Etchu 2, Shimotsuke 2, Shima 2",
        "Mimasaka 5, Wakasa 4, Awa-Boso 4, Harima 3, Bitchu 3, Hoki 2, Tajima 2, Kazusa 2",
        "Kai 5, Musashi 4, Mino 4, Mikawa 3, Bingo 3, Aki 2, Totomi 2, Sagami 2",
    ],
    5: [
        "Sagami 5, Mimasaka 4, Harima 4, Kazusa 3, Izu 3, Awa-Boso 2, Bizen 2",
        "Shimotsuke 5, Echizen 4, Tamba 4, Shimosa 3, Kozuke 3, Hitachi 2, Wakasa 2",
        "Mino 5, Hida 4, Iyo 4, Owari 3, Totomi 3, Mikawa 2, Tosa 2",
        "Hoki 5, Shinano 4, Bingo 4, Echigo 3, Aki 3, Izumo 2, Etchu 2",
        "Yamato 5, Kaga 4, Kii 4, Shima 3, Omi 3, Ise 2, Noto 2",
    ],
}
# Event cards by what they do, and the rice that each costs in winter.
EVENTS = {
    "theatre calms": [5, 7],
    "two peasants": [3],
    "castle defends": [2, 6],
    "temples safe": [3, 4],
    "taxes at most 5": [0],
    "taxes at least 6": [2],
    "rice at least 4": [3],
    "rice at most 3": [4],
    "deploy fewer": [1],
}


def _read_table() -> dict[str, tuple[str, int, int, int]]:
    """By name: region, chests, rice, spaces."""
    read, region = {}, ""
    for line in _TABLE.strip().splitlines():
        if not line.startswith(" "):
            region = line
            continue
        for item in line.split(","):
            name, *numbers = item.split()
            chests, rice, spaces = map(int, numbers)
            read[name] = (region, chests, rice, spaces)
    return read


_PROVINCES = _read_table()
NAMES = list(_PROVINCES)
CHESTS = {name: row[1] for name, row in _PROVINCES.items()}
RICE = {name: row[2] for name, row in _PROVINCES.items()}
SPACES = {name: row[3] for name, row in _PROVINCES.items()}
REGION = {"sun": {name: row[0] for name, row in _PROVINCES.items()}}
REGION["moon"] = REGION["sun"] | {n: region for region, s in _MOON.items() for n in s.split()}

NEAR: dict[str, set[str]] = {name: set() for name in NAMES}
_pairs = [route.split("–") for route in _SEA_ROUTES.split(", ")]
for _line in _BORDERS.strip().splitlines():
    _name, _, _others = _line.partition(":")
    _pairs += [[_name.strip(), other] for other in _others.split()]
for _a, _b in _pairs:
    NEAR[_a].add(_b)
    NEAR[_b].add(_a)
