/** The printed map: its woodcuts stand on their own land, clear of names, pieces and borders. */
import { describe, expect, test } from 'vitest'
import { layOut } from '../src/games/samurai/map'
import { coasts } from '../src/games/samurai/print'
import { LABEL, PROVINCES, RING, type Point } from '../src/games/shogun/map'
import { BOATS, STREWN } from '../src/games/shogun/strew'

/** How often a ring winds around a point: another way to tell what lies within than the one that strews. */
function winds(ring: Point[], x: number, y: number): number {
  const turns = ring.map(([ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length]!
    const turn = Math.atan2(by - y, bx - x) - Math.atan2(ay - y, ax - x)
    return Math.atan2(Math.sin(turn), Math.cos(turn))
  })
  return Math.round(Math.abs(turns.reduce((sum, turn) => sum + turn, 0)) / (2 * Math.PI))
}

describe('woodcuts', () => {
  test('are many, and in every large province', () => {
    const counts = PROVINCES.map((name) => STREWN[name]!.length)
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(200)
    expect(STREWN['Shinano']!.length).toBeGreaterThan(10)
  })

  test.each(PROVINCES)('of %s stand on its land and leave room for its name and pieces', (name) => {
    const [lx, ly] = LABEL[name]!
    for (const { x, y, kind } of STREWN[name]!) {
      expect(winds(RING[name]!, x, y)).toBe(1)
      if (kind !== 'fuji') expect(Math.abs(x - lx) > 40 || Math.abs(y - ly) > 30).toBe(true)
    }
  })

  test('of boats are at sea', () => {
    for (const { x, y } of BOATS) for (const name of PROVINCES) expect(winds(RING[name]!, x, y)).toBe(0)
  })
})

test('a name stands on its own land', () => {
  for (const name of PROVINCES) expect(winds(RING[name]!, ...LABEL[name]!)).toBe(1)
})

test('the coasts of a board are the same whatever its size', () => {
  for (const [players, islands] of [
    [2, 1],
    [3, 3],
    [4, 4],
  ] as const)
    for (let width = 320; width < 2600; width += 101)
      expect(coasts(players, layOut(players, width, width * 0.62, 30))).toHaveLength(islands)
})
