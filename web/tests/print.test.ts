/** The printed map: its woodcuts stand on their own land, clear of names, pieces and borders. */
import { describe, expect, test } from 'vitest'
import { spread } from '../src/games/samurai/corner'
import { hexesOf, layOut } from '../src/games/samurai/map'
import { coasts } from '../src/games/samurai/print'
import { boatsOn, driftsOn } from '../src/games/samurai/waters'
import { LABEL, PROVINCES, RING, type Point } from '../src/games/shogun/map'
import { boxOf } from '../src/games/shogun/room'
import { AFLOAT, BOATS, onCard, STREWN } from '../src/games/shogun/strew'
import type { ShogunView } from '../src/games/shogun/view'
import { WATER } from '../src/print/waters'
import game from './shogun-game.json'

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

  test.each(PROVINCES)('of %s are on its card, too, and never too few', (name) => {
    const cuts = onCard(name)
    expect(cuts).toEqual(expect.arrayContaining(STREWN[name]!))
    expect(cuts.length).toBeGreaterThan(2)
    for (const { x, y } of cuts) expect(winds(RING[name]!, x, y)).toBe(1)
  })

  test('of boats, and what else is at sea, keep off the land', () => {
    for (const { x, y } of [...BOATS, ...AFLOAT])
      for (const name of PROVINCES) expect(winds(RING[name]!, x, y)).toBe(0)
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

describe('banner and sites', () => {
  const sites = new Map<string, number>(
    (game.first as unknown as ShogunView).provinces.map(({ name, spaces }) => [name, spaces]),
  )
  /** Provinces that are too small for theirs, and how much of the box lies outside, in hundredths. */
  const TIGHT: Record<string, number> = { Ise: 2, Owari: 2 }
  /** How much of a box lies outside of a province, in hundredths. */
  const outside = (name: string, count: number): number => {
    const { x, y, width, height } = boxOf(LABEL[name]!, count)
    let [all, out] = [0, 0]
    for (let px = x + 1; px < x + width; px += 3)
      for (let py = y + 1; py < y + height; py += 3) {
        all++
        if (winds(RING[name]!, px, py) !== 1) out++
      }
    return (100 * out) / all
  }

  test('are known for every province of this game', () => expect(sites.size).toBeGreaterThan(40))

  test.each(PROVINCES)('of %s stand inside its border', (name) => {
    expect(outside(name, sites.get(name) ?? 2)).toBeLessThanOrEqual(TIGHT[name] ?? 1)
  })
})

describe("what stands in the sea about Samurai's board", () => {
  const SHEETS = [2, 3, 4].flatMap((players) =>
    [
      [1110, 708],
      [950, 560],
      [390, 480],
      [1960, 1170],
    ].map(([width, height]) => [players, width!, height!] as const),
  )

  test.each(SHEETS)('for %i players on %i by %i is clear of hexes, edges and each other', (players, w, h) => {
    const layout = spread(players, w, h)
    const drifts = driftsOn(players, layout)
    const halves = drifts.map(({ kind, size }) => WATER[kind].map((length) => length * size) as Point)
    drifts.forEach(({ x, y }, at) => {
      const [a, b] = halves[at]!
      expect(Math.min(x - a, y - b, w - x - a, h - y - b)).toBeGreaterThan(0)
      for (const { name } of hexesOf(players)) {
        const hex = layout.at(name)
        const far = Math.hypot(Math.max(0, Math.abs(hex.x - x) - a), Math.max(0, Math.abs(hex.y - y) - b))
        expect(far).toBeGreaterThan(layout.side)
      }
      for (let other = 0; other < at; other++) {
        const [c, d] = halves[other]!
        const apart = Math.abs(drifts[other]!.x - x) > a + c || Math.abs(drifts[other]!.y - y) > b + d
        expect(apart).toBe(true)
      }
    })
  })

  test('is much on a large table, and a wave first of all', () => {
    const layout = spread(4, 1110, 708)
    const drifts = driftsOn(4, layout)
    expect(drifts[0]!.kind).toBe('crest')
    expect(drifts.length).toBeGreaterThan(2)
    expect(boatsOn(4, layout, drifts).length).toBeGreaterThan(1)
  })
})
