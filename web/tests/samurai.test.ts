/** Samurai's board follows the journal: a whole game, entry by entry, ends in the server's view. */
import { expect, test } from 'vitest'
import { enact } from '../src/games/samurai/enact'
import { spread } from '../src/games/samurai/corner'
import { hexesOf, neighbours, towards } from '../src/games/samurai/map'
import { outlook } from '../src/games/samurai/outlook'
import { placeOf } from '../src/games/samurai/places'
import type { Figure, SamuraiEntry, SamuraiView } from '../src/games/samurai/view'
import game from './samurai-game.json'

const first = game.first as SamuraiView
const last = game.last as SamuraiView
const entries = game.entries as SamuraiEntry[]

test('entries lead to the position that the server tells', () => {
  const end = entries.reduce(enact, first)
  const shown = (view: SamuraiView) => view.settlements.map(({ takers: _, ...settlement }) => settlement)
  expect(shown(end)).toEqual(shown(last))
  expect(sorted(end.tiles)).toEqual(sorted(last.tiles))
  expect(end.set_aside).toEqual(last.set_aside)
  expect(end.stock).toEqual(last.stock)
  const seen = (view: SamuraiView) =>
    view.players.map(({ leads: _l, ladder: _r, hand: _h, ...player }) => player)
  expect(seen(end)).toEqual(seen(last))
})

test('no two hexes have the same name', () => {
  for (const players of [2, 3, 4]) {
    const free = hexesOf(players).filter(({ settlement }) => !settlement)
    const names = free.map(({ name }) => JSON.stringify(placeOf(name, players)))
    expect(new Set(names).size).toBe(names.length)
  }
})

function sorted(tiles: SamuraiView['tiles']): SamuraiView['tiles'] {
  return tiles.toSorted((a, b) => a.hex.localeCompare(b.hex))
}

test('who would take a figure is not claimed where a tile has just fallen', () => {
  const at = entries.findIndex(({ kind }) => kind === 'laid')
  const entry = entries[at] as Extract<SamuraiEntry, { kind: 'laid' }>
  const view = enact(entries.slice(0, at).reduce(enact, first), entry)
  const touched = view.settlements.filter(({ name }) => entry.settlements.includes(name))
  const claimed = touched.flatMap(({ takers }) => Object.keys(takers) as Figure[])
  expect(touched).toHaveLength(2)
  expect(claimed.filter((figure) => entry.strength[figure])).toEqual([])
})

test('figures are taken with the strength that the board shows', () => {
  let view = first
  let checked = 0
  for (const entry of entries) {
    if (entry.kind === 'captured') {
      const settlement = view.settlements.find(({ name }) => name === entry.settlement)!
      expect(outlook(settlement, entry.figure).strengths[entry.player]).toBe(entry.strength)
      checked += 1
    }
    view = enact(view, entry)
  }
  expect(checked).toBe(entries.filter(({ kind }) => kind === 'captured').length)
})

test('boards have the hexes of the rulebook, and every land hex touches two settlements', () => {
  expect([2, 3, 4].map((players) => hexesOf(players).length)).toEqual([91, 133, 174])
  for (const hex of hexesOf(4).filter(({ sea, settlement }) => !sea && !settlement)) {
    expect(neighbours(hex.name).filter(({ settlement }) => settlement)).toHaveLength(2)
  }
})

test('a board lies wide in a wide box and tall in a tall one, inside it', () => {
  for (const [width, height, turned] of [
    [1000, 560, true],
    [390, 600, false],
  ] as const) {
    const layout = spread(4, width, height)
    expect(layout.turned).toBe(turned)
    for (const { name } of hexesOf(4)) {
      const { x, y } = layout.at(name)
      expect(Math.min(x, y, width - x, height - y)).toBeGreaterThan(layout.side * 0.8)
    }
  }
})

test('arrow keys go to the nearest item in their direction', () => {
  const items = [
    { x: 10, y: 0 },
    { x: 4, y: 9 },
    { x: 0, y: -5 },
  ]
  const from = { x: 0, y: 0 }
  expect(towards(from, items, 'ArrowRight')).toBe(items[0])
  expect(towards(from, items, 'ArrowDown')).toBe(items[1])
  expect(towards(from, items, 'ArrowUp')).toBe(items[2])
  expect(towards(from, items, 'ArrowLeft')).toBeNull()
})
