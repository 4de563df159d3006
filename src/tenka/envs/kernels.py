"""What a GPU does for the batch environment, one thread for each match unless it says otherwise.

These are templates like those of `tenka.core.engine`; `tenka.envs.cuda` launches them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda, int8, int32

from tenka.core import gpu
from tenka.core.chance import MASK, philox, seed
from tenka.core.engine import ask, first_actor, hide, imagine, play_random, start
from tenka.core.game import CHOICES, Game
from tenka.core.gpu import room
from tenka.core.journal import JOURNAL
from tenka.core.layout import Floats, Ints, Position, copy_bytes
from tenka.core.rule import bind, rule
from tenka.envs.vector import REFUSED, TEMPLATES, WAIT, advance, show

if TYPE_CHECKING:
    from tenka.core.engine import STATE_SIZE, encode, encode_share, state_at

    MASK_WORDS = NUMBERS = PITCH = 0

CHOICES_SIZE = CHOICES.itemsize
# Compiled for a GPU, the rules write no more of a journal than its count.
JOURNAL_SIZE = JOURNAL.itemsize if gpu.SIMULATED else 16
SMALL = 512  # bytes, see `is_small`
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
    words: Ints,
    seen: int,
    worth: Floats,
    rewards: Floats,
    ended: Ints,
    refused: Ints,
) -> None:
    """A decision in every match that goes on, what is legal after it, and what is seen then.

    `words` are the masks again, eight at a time; `seen` is where redacted states go.
    """
    i = cuda.grid(1)
    if i >= len(actions):
        return
    state, journal, choices = room(STATE_SIZE), room(JOURNAL_SIZE), room(CHOICES_SIZE)
    copy_bytes(state, states + i * STATE_SIZE, STATE_SIZE)
    template = templates + int(kinds[i]) * STATE_SIZE
    advance(state, template, keys, actions, winners, restart, actors, masks, journal, i)
    ask(state, choices, first_actor(state_at(state)))
    copy_bytes(states + i * STATE_SIZE, state, STATE_SIZE)
    if settle(winners, kinds, worth, rewards, ended, i):
        cuda.atomic.add(refused, 0, 1)
    for k in range(MASK_WORDS):
        words[i, k] = 0
    actors[i] = show(state, masks[i], choices)
    copy_bytes(seen + i * STATE_SIZE, state, STATE_SIZE)


@rule
def settle(winners: Ints, kinds: Ints, worth: Floats, rewards: Floats, ended: Ints, i: int) -> bool:
    """Rewards of a match, if it ended; whether its decision was refused."""
    refused = winners[i] == REFUSED
    won = 0 if refused else int(winners[i])
    ended[i] = won != 0
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = worth[kinds[i], won, seat]
    return bool(refused)


def see_all(
    seen: int, actors: Ints, numbers: Ints, values: Floats, scale: Floats, together: int
) -> None:
    """Observations of redacted states: of so many matches by each block of threads.

    The threads share the work on each match, in memory that the block shares; from there all of
    them carry the rows out, side by side.
    """
    lane, threads = cuda.threadIdx.x, cuda.blockDim.x
    first = cuda.blockIdx.x * together
    count = min(together, len(actors) - first)
    words, cells = cuda.shared.array(0, int32), cuda.shared.array(0, int8)
    for k in range(lane, count * PITCH, threads):
        words[k] = 0
    cuda.syncthreads()
    shares = threads // together
    row = lane // shares
    if row < count and actors[first + row] >= 0:
        s, viewer = state_at(seen + (first + row) * STATE_SIZE), int(actors[first + row])
        at = 4 * PITCH * row
        encode_share(s, viewer, cells[at : at + NUMBERS], lane - row * shares, shares)
    cuda.syncthreads()
    carry_numbers(cells, numbers, values, scale, first, count, lane, threads)


def encode_alone(s: Position, viewer: int, numbers: Ints, share: int, shares: int) -> None:
    """An observation that is not shared out: one thread writes it, the others wait."""
    if share == 0:
        encode(s, viewer, numbers)


def carry_numbers(
    cells: Ints,
    numbers: Ints,
    values: Floats,
    scale: Floats,
    first: int,
    count: int,
    lane: int,
    threads: int,
) -> None:
    """A thread's share of a block's observations, from shared memory to where they are read.

    They are whole numbers where there is room for them, or fractions. What one turn of the loops
    needs is found before them: rows that are counted from 0 (a row that might be counted from the
    end must be looked at each time), and a place's scale (for all the compiler knows, what is
    written might change it).
    """
    if len(values):
        fractions = values[first : first + count]
        for k in range(lane, NUMBERS, threads):
            part = scale[k]
            for row in range(count):
                fractions[row, k] = np.float32(cells[4 * PITCH * row + k]) * part
    else:
        whole = numbers[first : first + count]
        for k in range(lane, NUMBERS, threads):
            for row in range(count):
                whole[row, k] = cells[4 * PITCH * row + k]


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
    see_all,
    draw_all,
    play_all,
    play_out_all,
    imagine_all,
)


def row_of(game: Game) -> dict[str, int]:
    """How many words of 8 bytes a mask has, and how an observation lies in shared memory.

    Its pitch, in words of 4 bytes, is odd, so that threads that reach for the same place of their
    rows find it in different banks.
    """
    pitch = -(-game.observation_size // 4) | 1
    masks = gpu.words(len(game.actions)) // gpu.WORD
    return {"MASK_WORDS": masks, "NUMBERS": game.observation_size, "PITCH": pitch}


def is_small(game: Game) -> bool:
    """Whether so many of a game's states find room that more threads at once pay."""
    return game.dtype.itemsize <= SMALL


@cache
def kernels(game: Game) -> dict[str, Any]:
    """A game's kernels by name; each is compiled when it is first launched."""
    names = game.engine.names | row_of(game)
    for template in (*TEMPLATES, carry_numbers, encode_alone):
        names[template.__name__] = bind(template, names)
    names["encode_share"] = game.rules.encode_share or names["encode_alone"]
    lean = ["play_all"] if is_small(game) else []
    return gpu.kernels(game.name, [bind(kernel, names) for kernel in KERNELS], lean)
