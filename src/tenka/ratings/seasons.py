"""Seasons: the quarters of the calendar, by universal time."""

from __future__ import annotations

from datetime import UTC, datetime

MONTHS = 3


def season_of(moment: float) -> str:
    """The season of a time.

    >>> season_of(0.0)
    '1970-1'
    """
    day = datetime.fromtimestamp(moment, UTC)
    return f"{day.year}-{(day.month - 1) // MONTHS + 1}"


def span(season: str) -> tuple[float, float]:
    """When a season begins, and when the next one does.

    >>> span("1970-1")
    (0.0, 7776000.0)
    """
    return _start(season), _start(following(season))


def following(season: str) -> str:
    """The season after one."""
    year, number = map(int, season.split("-"))
    return f"{year}-{number + 1}" if number * MONTHS < 12 else f"{year + 1}-1"


def from_to(first: float, last: float) -> list[str]:
    """All seasons from one time to another, the latest first."""
    seasons = [season_of(first)]
    while seasons[-1] != season_of(max(first, last)):
        seasons.append(following(seasons[-1]))
    return seasons[::-1]


def _start(season: str) -> float:
    year, number = map(int, season.split("-"))
    return datetime(year, MONTHS * (number - 1) + 1, 1, tzinfo=UTC).timestamp()
