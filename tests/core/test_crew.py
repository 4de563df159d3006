"""Work that threads share stretch by stretch."""

from __future__ import annotations

import threading

import pytest

from tenka.core import crew
from tenka.core.crew import BUSY, HELP, LEAD, WATCH, Crew


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("stretches", [0, 1, 5, 32])
def test_every_stretch_is_taken_once(size, stretches):
    """Whoever comes, in whatever order, and however much one of them does."""
    cells = Crew(size).cells
    for greedy in range(size):
        crew.offer(cells, stretches)
        taken = [crew.take(cells, stretches, mine) for mine in range(size)]
        while taken[-1] >= 0:
            taken.append(crew.take(cells, stretches, greedy))
        taken += [crew.take(cells, stretches, mine) for mine in range(size)]
        assert sorted(stretch for stretch in taken if stretch >= 0) == list(range(stretches))


def test_each_begins_with_a_share_of_its_own():
    cells = Crew(4).cells
    crew.offer(cells, 40)
    assert [crew.take(cells, 40, mine) for mine in range(4)] == [0, 10, 20, 30]


def test_before_there_is_work_nobody_finds_any():
    cells = Crew(2).cells
    assert crew.take(cells, 8, 1) == -1
    assert not crew.stay(cells, 8, 1)
    crew.offer(cells, 8)
    assert crew.stay(cells, 8, 1)


def test_who_leads_sees_whether_someone_is_still_at_work():
    cells = Crew(2).cells
    assert crew.all_done(cells)
    crew.add(cells, BUSY, 1)
    assert not crew.all_done(cells)


def test_helpers_are_called_once_and_again_when_they_have_left():
    many, came, leave = Crew(3), [], threading.Event()

    def work(role, mine):
        came.append((role, mine))
        return role != HELP or leave.wait(10)

    many.run(work, 2)
    many.run(work, 2)
    assert came.count((LEAD, 0)) == 2
    leave.set()
    for helper in many._helpers.values():
        assert helper.result(10)
    assert sorted(mine for role, mine in came if role == HELP) == [1, 2]
    many.run(work, 2)
    for helper in many._helpers.values():
        assert helper.result(10)
    assert sorted(mine for role, mine in came if role == HELP) == [1, 1, 2, 2]


def test_who_leads_comes_back_until_all_is_done():
    answers, came = [False, False, True], []

    def work(role, mine):
        came.append(role)
        return answers.pop(0)

    Crew(1).run(work, 0)
    assert came == [LEAD, WATCH, WATCH]
