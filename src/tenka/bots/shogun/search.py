"""Search of Shogun's opponents: plans and decisions tried in many states that may be the true one.

The functions at the end are entry points that Python calls; they take addresses of memory and
work in the engine's own rules.
"""

from __future__ import annotations

from tenka.bots.shogun.judgement import Mind, Reals, mind_at
from tenka.bots.shogun.outlook import value
from tenka.bots.shogun.plans import make_plan
from tenka.bots.shogun.policy import lay_plan, quick, step
from tenka.core.chance import seed
from tenka.core.code import Code
from tenka.core.engine import choices_at, journal_at
from tenka.core.game import Choices, Game
from tenka.core.journal import Journal
from tenka.core.layout import NONE, Ints, copy_bytes, layout, pointer_to
from tenka.core.rule import rule
from tenka.games.shogun.facts import BID, FIELDS, WINTER
from tenka.games.shogun.imagine import determinise
from tenka.games.shogun.rules import apply, legal
from tenka.games.shogun.state import PLANNING, State

STATE = layout(State)
STATE_SIZE = STATE.itemsize
state_at = pointer_to(STATE)

# What things take; a thousand is about half a millisecond.
PLAN_EFFORT, VALUE_EFFORT, STEP_EFFORT = 40, 40, 6


@rule
def guess_plan(m: Mind, s: State, player: int) -> int:
    """Cards on another player's closed fields as that player may have laid them; the effort."""
    closed = 0
    for field in range(len(FIELDS)):
        closed += s.plan[player, field] < 0
    if closed == 0:
        return 0
    make_plan(m, s, player)
    for field in range(len(FIELDS)):
        s.plan[player, field] = m.plan[field]
    return PLAN_EFFORT


@rule
def draw_world(m: Mind, state: int, seen: int, me: int, key_0: int, key_1: int) -> int:
    """A full state that may be the true one, by a key, with plans that others might make."""
    s = state_at(state)
    copy_bytes(state, seen, STATE_SIZE)
    seed(s, key_0, key_1)
    effort = 0
    for player in range(s.players):
        if player != me and s.season != WINTER:
            effort += guess_plan(m, s, player)
    determinise(s)
    if s.phase == PLANNING:
        s.acting = 1 << me
    return effort


@rule
def finish_plan(m: Mind, s: State, j: Journal, me: int) -> None:
    """Lay what is missing of my plan as I may lay it; of a whole plan the bid once more."""
    if s.plan[me, BID] == NONE:
        make_plan(m, s, me)
    else:
        m.plan[:] = s.plan[me]
        s.plan[me, BID] = NONE
    lay_plan(s, j, me, m.plan)


@rule
def play_on(m: Mind, s: State, j: Journal, c: Choices) -> int:
    """Quick play to the end of the round; how many decisions were made."""
    made = 0
    while s.acting and s.phase != PLANNING:
        step(m, s, j, c)
        made += 1
    return made


@rule
def list_plans(m: Mind, s: State, me: int, errors: Reals, options: Ints) -> int:
    """Plans made with errors of these sizes, each once; how many."""
    count, usual = 0, m.error[0]
    for i in range(min(len(errors), len(options))):
        m.error[0] = errors[i]
        make_plan(m, s, me)
        fresh = True
        for k in range(count):
            fresh = fresh and not (options[k] == m.plan).all()
        if fresh:
            options[count] = m.plan
            count += 1
    m.error[0] = usual
    return count


@rule
def list_decisions(m: Mind, s: State, c: Choices, me: int, options: Ints) -> int:
    """The quick policy's decision first, then the others; how many."""
    c.count = 0
    legal(s, me, c)
    options[0, 0] = quick(m, s, me, c)
    count = 1
    for i in range(c.count):
        if c.ids[i] != options[0, 0] and count < len(options):
            options[count, 0] = c.ids[i]
            count += 1
    return count


def propose(
    seen: int,
    scratch: int,
    choices: int,
    mind: int,
    me: int,
    keys: Ints,
    errors: Reals,
    options: Ints,
) -> int:
    """What may be done: each row of `options` is a plan, or begins with a decision; how many."""
    s, c, m = state_at(scratch), choices_at(choices), mind_at(mind)
    copy_bytes(scratch, seen, STATE_SIZE)
    seed(s, keys[0], keys[1])
    if s.phase == PLANNING:
        return list_plans(m, s, me, errors, options)
    return list_decisions(m, s, c, me, options)


def ponder(
    seen: int,
    world: int,
    scratch: int,
    journal: int,
    choices: int,
    mind: int,
    rival: int,
    me: int,
    keys: Ints,
    options: Ints,
    alive: Ints,
    tallies: Reals,
    number: int,
) -> int:
    """Try all options that are alive in the same drawn state, and add up the chances of all to win.

    An option that begins with NONE is none: how it goes on by the quick policy, or with the plan
    that I have laid. The effort that it took.
    """
    s, j, c, m = state_at(scratch), journal_at(journal), choices_at(choices), mind_at(mind)
    effort = draw_world(mind_at(rival), world, seen, me, keys[0] + number, keys[1])
    for i in range(len(alive)):
        copy_bytes(scratch, world, STATE_SIZE)
        if s.phase == PLANNING:
            if options[alive[i], 0] == NONE:
                finish_plan(m, s, j, me)
            else:
                lay_plan(s, j, me, options[alive[i]])
        elif options[alive[i], 0] != NONE:
            j.count = 0
            apply(s, j, me, options[alive[i], 0])
        effort += VALUE_EFFORT + STEP_EFFORT * play_on(m, s, j, c)
        value(m, s)
        tallies[alive[i], 0] += 1.0
        for player in range(s.players):
            tallies[alive[i], 1 + player] += m.win[player]
    return effort


def code(game: Game) -> Code:
    """`propose` and `ponder`."""
    return game.engine.extend("bots", propose, ponder)
