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
from tenka.core.gpu import address_of, room, voices
from tenka.core.journal import JOURNAL
from tenka.core.layout import Floats, Ints, Position, copy_bytes
from tenka.core.rule import bind, rule
from tenka.envs.vector import REFUSED, TEMPLATES, WAIT, advance, mark

if TYPE_CHECKING:
    from tenka.core.engine import STATE_SIZE, encode, encode_share, redact, state_at

    MASK_WORDS = NUMBERS = PITCH = STATE_PITCH = 0

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
    worth: Floats,
    rewards: Floats,
    ended: Ints,
    refused: Ints,
) -> None:
    """A decision in every match that goes on, and what is legal after it.

    `words` are the masks again, eight at a time.
    """
    i = cuda.grid(1)
    if i >= len(actions):
        return
    state, journal, choices = states + i * STATE_SIZE, room(JOURNAL_SIZE), room(CHOICES_SIZE)
    template = templates + int(kinds[i]) * STATE_SIZE
    advance(state, template, keys, actions, winners, restart, actors, masks, journal, i)
    ask(state, choices, first_actor(state_at(state)))
    if settle(winners, kinds, worth, rewards, ended, i):
        cuda.atomic.add(refused, 0, 1)
    for k in range(MASK_WORDS):
        words[i, k] = 0
    actors[i] = mark(masks[i], choices)


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
    states: Ints, actors: Ints, numbers: Ints, values: Floats, scale: Floats, together: int
) -> None:
    """What the players see who decide next: of so many matches by each block of threads.

    The states come to memory that the block shares, are redacted there, and are written down as
    numbers beside; from there all threads carry the rows out, side by side. Threads that stand side
    by side do the same work on different matches.
    """
    lane, threads = cuda.threadIdx.x, cuda.blockDim.x
    first = cuda.blockIdx.x * together
    count = min(together, len(actors) - first)
    words, cells = cuda.shared.array(0, int32), cuda.shared.array(0, int8)
    fetch(words, states, first, count, together, lane, threads)
    cuda.syncthreads()
    desk = address_of(words)
    if lane < count and actors[first + lane] >= 0:
        redact(state_at(desk + lane * STATE_PITCH), int(actors[first + lane]))
    cuda.syncthreads()
    share = lane // together
    row = lane - share * together
    if row < count and actors[first + row] >= 0:
        s, viewer = state_at(desk + row * STATE_PITCH), int(actors[first + row])
        at = together * STATE_PITCH + 4 * PITCH * row
        encode_share(s, viewer, cells[at : at + NUMBERS], share, threads // together)
    cuda.syncthreads()
    begin = together * STATE_PITCH
    carry_numbers(cells, begin, numbers, values, scale, first, count, lane, threads)


def fetch(
    words: Ints, states: Ints, first: int, count: int, together: int, lane: int, threads: int
) -> None:
    """A thread's share of bringing states to shared memory; behind them zeros, to write on.

    A range with such a step, or one in another, would take longer than what is done in it.
    """
    size, gap = STATE_SIZE // 4, (STATE_PITCH - STATE_SIZE) // 4
    k, begin = lane, first * size
    while k < count * size:
        words[k + k // size * gap] = states[begin + k]
        k += threads
    k = together * (STATE_PITCH // 4) + lane
    end = k - lane + count * PITCH
    while k < end:
        words[k] = 0
        k += threads


def encode_alone(s: Position, viewer: int, numbers: Ints, share: int, shares: int) -> None:
    """An observation that is not shared out: one thread writes it, the others wait."""
    if share == 0:
        encode(s, viewer, numbers)


def carry_numbers(
    cells: Ints,
    begin: int,
    numbers: Ints,
    values: Floats,
    scale: Floats,
    first: int,
    count: int,
    lane: int,
    threads: int,
) -> None:
    """A thread's share of a block's observations, from shared memory to where they are read.

    They are whole numbers where there is room for them, or fractions. A thread carries the same
    places of all rows, so that it needs a place's scale once.
    """
    k = lane
    while k < NUMBERS:
        at, to = begin + k, first * NUMBERS + k
        end = to + count * NUMBERS
        if len(values):
            part = scale[k]
            while to < end:
                values[to] = np.float32(cells[at]) * part
                at += 4 * PITCH
                to += NUMBERS
        else:
            while to < end:
                numbers[to] = cells[at]
                at += 4 * PITCH
                to += NUMBERS
        k += threads


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


def play_all(
    states: int,
    templates: int,
    kinds: Ints,
    keys: Ints,
    most: int,
    size: int,
    stride: int,
    gather: int,
) -> None:
    """So many random decisions in each match, and new matches when they end.

    What one thread of a warp does, all others wait for, unless they do the same. So those whose
    match is over wait until all have come so far, and set up new ones together. With `gather` they
    also wait for each other where all players decide at once, as far as they see it: `stride`
    decisions are made between two looks.
    """
    i = cuda.grid(1)
    lanes = (1 << min(cuda.blockDim.x, 32)) - 1
    mine = min(i, size - 1)
    state, journal, choices = room(STATE_SIZE), room(JOURNAL_SIZE), room(CHOICES_SIZE)
    copy_bytes(state, states + mine * STATE_SIZE, STATE_SIZE)
    s, left, met = state_at(state), most if i < size else 0, False
    going = voices(lanes, left > 0)
    while going:
        waits = left > 0 and (met or not s.acting)
        if voices(lanes, waits) == going:
            if waits and not s.acting:
                copy_bytes(state, templates + int(kinds[mine]) * STATE_SIZE, STATE_SIZE)
                start(state, journal, int(keys[mine, 0]), int(keys[mine, 1]))
                keys[mine, 1] = (keys[mine, 1] + 1) & MASK
            waits = False
        if left > 0 and not waits:
            before, everyone = s.acting, (1 << s.players) - 1
            left -= play_random(state, journal, choices, min(left, stride))
            met = gather > 0 and s.acting == everyone and before != everyone
        going = voices(lanes, left > 0)
    if i < size:
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
    state = gpu.words(game.dtype.itemsize)
    return {
        "MASK_WORDS": masks,
        "NUMBERS": game.observation_size,
        "PITCH": pitch,
        "STATE_PITCH": state,
    }


def is_small(game: Game) -> bool:
    """Whether so many of a game's states find room that more threads at once pay."""
    return game.dtype.itemsize <= SMALL


@cache
def kernels(game: Game) -> dict[str, Any]:
    """A game's kernels by name; each is compiled when it is first launched."""
    names = game.engine.names | row_of(game)
    for template in (*TEMPLATES, fetch, carry_numbers, encode_alone):
        names[template.__name__] = bind(template, names)
    names["encode_share"] = game.rules.encode_share or names["encode_alone"]
    lean = ["play_all"] if is_small(game) else []
    return gpu.kernels(game.name, [bind(kernel, names) for kernel in KERNELS], lean)
