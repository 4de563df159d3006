/** A turn of Samurai that is only tried: as the server says it would be, tile by tile. */
import { expect, test } from 'vitest'
import { tried } from '../src/games/samurai/draft'
import { follow } from '../src/games/samurai/turn.svelte'
import type { SamuraiView } from '../src/games/samurai/view'
import { choicesOf } from '../src/lib/choices'
import type { Snapshot } from '../src/lib/wire'
import turns from './samurai-turns.json'

interface Turn {
  seat: number
  told: Pick<Snapshot, 'legal' | 'notation'>
  view: SamuraiView
  /** Decisions, and what can follow each by the server's word. */
  steps: { decision: string; open: string[] }[]
  /** The position that the server tells at the end. */
  after: SamuraiView
}

const drawn = ({
  settlements,
  players,
  tiles,
  phase,
  tiles_played,
  figure_lifted,
  tile_picked,
}: SamuraiView) => ({
  settlements,
  tiles: tiles.toSorted((a, b) => a.hex.localeCompare(b.hex)),
  hands: players.map(({ hand, hand_size }) => ({ hand, hand_size })),
  phase,
  tiles_played,
  figure_lifted,
  tile_picked,
})

test.each(turns as unknown as Turn[])(
  'a draft is drawn as the server would tell it',
  ({ seat, told, view, steps, after }) => {
    const legal = choicesOf(told)
    const before = structuredClone(view)
    let seen = view
    steps.forEach(({ decision, open }, at) => {
      seen = tried(seen, seat, decision)
      const series = steps.slice(0, at + 1).map((step) => step.decision)
      const hand = seen.players[seat]!.hand as string[]
      const isThere = (text: string) => seen.phase !== 'play a tile' || text === 'end' || hand.includes(text)
      const offered = follow(legal, series)!.open.map(({ text }) => text)
      expect(offered.filter(isThere).toSorted()).toEqual(open)
    })
    expect(drawn(seen)).toEqual(drawn(after))
    expect(view).toEqual(before)
  },
)

test('a series that ends the turn, or cannot be, is not gone on with', () => {
  const { told, steps } = (turns as unknown as Turn[])[0]!
  const legal = choicesOf(told)
  const series = steps.map(({ decision }) => decision)
  expect(follow(legal, [...series, 'end'])).toBeNull()
  expect(follow(legal, ['no such tile'])).toBeNull()
  expect(follow(legal, [series[0]!, series[0]!])).toBeNull()
})
