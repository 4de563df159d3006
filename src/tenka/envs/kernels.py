"""What a GPU does for the batch environment, one thread for each match unless it says otherwise.

These are templates like those of `tenka.core.engine`; `tenka.envs.cuda` launches them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda, int8

from tenka.core import gpu
from tenka.core.chance import MASK, philox, seed
from tenka.core.engine import ask, first_actor, hide, imagine, play_random, start
from tenka.core.game import CHOICES, Game
from tenka.core.gpu import room
from tenka.core.journal import JOURNAL
from tenka.core.layout import Floats, Ints, Numbers, copy_bytes
from tenka.core.rule import bind
from tenka.envs.vector import REFUSED, TEMPLATES, WAIT, advance, look

if TYPE_CHECKING:
    from tenka.core.engine import STATE_SIZE, state_at

CHOICES_SIZE = CHOICES.itemsize
# Compiled for a GPU, the rules write no more of a journal than its count.
JOURNAL_SIZE = JOURNAL.itemsize if gpu.SIMULATED else 16
# The side of a square of numbers that a block of threads turns, and how many lines it does at once.
SQUARE, LINES = 32, 1 if gpu.SIMULATED else 8
PITCH = SQUARE + 1  # so that the threads of a warp find its columns in different banks
EVERYTHING = -2  # as a viewer: the state is played on as it is, only its chances are new


def advance_all(
    states: int,
    templates: int,
    kinds: Ints,
    keys: Ints,
    actions: Ints,
    winners: Ints,
    restart: int,
    actors: Ints,
    masks: Ints,
    mask_columns: Ints,
    number_columns: Ints,
    size: int,
) -> None:
    """A decision in every match that goes on, and all that is to be known after it.

    A thread works in rooms of its own, and writes masks and observations as columns: so the
    threads of a warp write side by side.
    """
    i = cuda.grid(1)
    if i >= size:
        return
    state, journal, choices = room(STATE_SIZE), room(JOURNAL_SIZE), room(CHOICES_SIZE)
    copy_bytes(state, states + i * STATE_SIZE, STATE_SIZE)
    template = templates + int(kinds[i]) * STATE_SIZE
    if not advance(
        state, template, keys, actions, winners, restart, actors, masks, journal, choices, i
    ):
        ask(state, choices, first_actor(state_at(state)))
    copy_bytes(states + i * STATE_SIZE, state, STATE_SIZE)
    actors[i] = look(state, mask_columns[:, i], number_columns[:, i], choices)


def turn_all(columns: Ints, rows: Numbers, scale: Floats) -> None:
    """Columns into rows, as fractions if there is a scale; the columns are cleared for next time.

    A block of threads turns a square of numbers, by way of the memory that it shares.
    """
    square = cuda.shared.array((SQUARE, PITCH), int8)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    i, k = cuda.blockIdx.x * SQUARE, cuda.blockIdx.y * SQUARE
    for line in range(y, SQUARE, LINES):
        if i + x < len(rows) and k + line < len(columns):
            square[line, x] = columns[k + line, i + x]
            columns[k + line, i + x] = 0
    cuda.syncthreads()
    for line in range(y, SQUARE, LINES):
        if i + line < len(rows) and k + x < len(columns):
            if len(scale):
                rows[i + line, k + x] = np.float32(square[x, line]) * scale[k + x]
            else:
                rows[i + line, k + x] = square[x, line]


def settle_all(
    winners: Ints, kinds: Ints, worth: Floats, rewards: Floats, ended: Ints, refused: Ints
) -> None:
    """Rewards of the matches that ended, and how many decisions were refused."""
    i = cuda.grid(1)
    if i < len(winners):
        won = winners[i]
        if won == REFUSED:
            cuda.atomic.add(refused, 0, 1)
            won = 0
        ended[i] = won != 0
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = worth[kinds[i], won, seat]


def draw_all(words: Ints, actors: Ints, actions: Ints, key_0: int, key_1: int) -> None:
    """A legal decision for each match, each as likely as the next; WAIT where it is over.

    The masks are read eight at a time.
    """
    i = cuda.grid(1)
    if i >= len(actions):
        return
    actions[i] = WAIT
    if actors[i] < 0:
        return
    count = 0
    for word in range(words.shape[1]):
        count += cuda.popc(words[i, word])
    left, word = (philox(i, key_0, key_1) * count) >> 32, 0
    here = cuda.popc(words[i, 0])
    while left >= here:
        left -= here
        word += 1
        here = cuda.popc(words[i, word])
    action = 8 * word
    while True:
        if (words[i, word] >> (8 * (action & 7))) & 1:
            if left == 0:
                break
            left -= 1
        action += 1
    actions[i] = action


def play_all(states: int, templates: int, kinds: Ints, keys: Ints, most: int, size: int) -> None:
    """So many random decisions in each match, and new matches when they end."""
    i = cuda.grid(1)
    if i >= size:
        return
    state, journal, choices = room(STATE_SIZE), room(JOURNAL_SIZE), room(CHOICES_SIZE)
    copy_bytes(state, states + i * STATE_SIZE, STATE_SIZE)
    s, made = state_at(state), 0
    while made < most:
        if not s.acting:
            copy_bytes(state, templates + int(kinds[i]) * STATE_SIZE, STATE_SIZE)
            start(state, journal, int(keys[i, 0]), int(keys[i, 1]))
            keys[i, 1] = (keys[i, 1] + 1) & MASK
        made += play_random(state, journal, choices, most - made)
    copy_bytes(states + i * STATE_SIZE, state, STATE_SIZE)


def play_out_all(
    states: int, viewers: Ints, winners: Ints, key_0: int, key_1: int, most: int
) -> None:
    """From each state, as its viewer imagines it, random games to the end: a thread for each."""
    n = cuda.grid(1)
    times = winners.shape[1]
    i = n // times
    if i >= len(winners):
        return
    state, journal, choices = room(STATE_SIZE), room(JOURNAL_SIZE), room(CHOICES_SIZE)
    copy_bytes(state, states + i * STATE_SIZE, STATE_SIZE)
    if viewers[i] == EVERYTHING:
        seed(state_at(state), philox(n, key_0, key_1), n)
    else:
        hide(state, int(viewers[i]))
        imagine(state, philox(n, key_0, key_1), n)
    play_random(state, journal, choices, most)
    winners[i, n % times] = state_at(state).winners


def imagine_all(states: int, viewers: Ints, key_0: int, key_1: int) -> None:
    """In place of each state, one that its viewer cannot rule out."""
    i = cuda.grid(1)
    if i >= len(viewers):
        return
    state = room(STATE_SIZE)
    copy_bytes(state, states + i * STATE_SIZE, STATE_SIZE)
    hide(state, int(viewers[i]))
    imagine(state, philox(i, key_0, key_1), i)
    copy_bytes(states + i * STATE_SIZE, state, STATE_SIZE)


KERNELS = (
    advance_all,
    turn_all,
    settle_all,
    draw_all,
    play_all,
    play_out_all,
    imagine_all,
)


@cache
def kernels(game: Game) -> dict[str, Any]:
    """A game's kernels by name; each is compiled when it is first launched."""
    names = game.engine.names.copy()
    for template in TEMPLATES:
        names[template.__name__] = bind(template, names)
    return gpu.kernels(game.name, [bind(kernel, names) for kernel in KERNELS])
