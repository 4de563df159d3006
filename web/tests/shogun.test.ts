/** Shogun's board follows the journal and reckons battles and winters as the rules do. */
import { expect, test } from 'vitest'
import { enact } from '../src/games/shogun/enact'
import { fightAt, leftInside, sidesOf, total } from '../src/games/shogun/fight'
import { BORDERS, heartOf, neighbours, PROVINCES, SEA_ROUTES } from '../src/games/shogun/map'
import { COLOURS, type Cubes, type ShogunEntry, type ShogunView } from '../src/games/shogun/view'
import { accounts, countedFor, winterOf } from '../src/games/shogun/winter'
import game from './shogun-game.json'

const first = game.first as unknown as ShogunView
const last = game.last as unknown as ShogunView
const entries = game.entries as ShogunEntry[]

test('entries lead to the position that the server tells', () => {
  const end = entries.reduce((view, entry) => enact(view, entry, last), first)
  expect(end.provinces).toEqual(last.provinces)
  expect(end.tower).toEqual(last.tower)
  expect(cubes(end.tray)).toEqual(cubes(last.tray))
  const { peasants: _, ...fought } = end.fight!
  expect(fought).toEqual(last.battle)
  const seen = (view: ShogunView) =>
    view.players.map(({ clan, provinces, chests, rice, points }) => ({
      clan,
      provinces,
      chests,
      rice,
      points,
    }))
  expect(seen(end)).toEqual(seen(last))
})

test('fields that stay empty are seen to be empty once all have planned', () => {
  let told = 0
  entries.reduce((view, entry) => {
    const next = enact(view, entry, last)
    if (entry.kind === 'fields left empty') {
      told += 1
      const plan = Object.entries(next.players[entry.player]!.plan)
      expect(plan.filter(([, card]) => card === '-').map(([field]) => field)).toEqual(entry.fields)
      expect(plan.filter(([, card]) => card === 'closed')).toHaveLength(11 - entry.fields.length)
    }
    return next
  }, first)
  expect(told).toBeGreaterThan(0)
})

function cubes(heap: Cubes): number[] {
  return COLOURS.map((colour) => heap[colour] ?? 0)
}

test('the first throw comes to what the server left in the tower', () => {
  const at = entries.findIndex(({ kind }) => kind === 'stayed inside')
  const before = entries.slice(0, at).reduce((view, entry) => enact(view, entry, last), first)
  expect(cubes(before.tower)).toEqual([0, 0, 0, 0, 0, 0]) // nothing is told before it has fallen
  const { fight, tower } = enact(before, entries[at]!, last)
  expect(fight).toEqual(fightAt(entries, at, 5))
  const [thrown, fell] = [cubes(fight!.thrown), cubes(fight!.fell)]
  expect(thrown).toEqual([7, 7, 7, 7, 7, 10])
  expect(cubes(tower)).toEqual(thrown.map((n, colour) => n - fell[colour]!))
  expect(cubes(leftInside(fight!))).toEqual(cubes(tower))
})

test('the two sides of every battle explain its result', () => {
  let battles = 0
  for (const [at, entry] of entries.entries()) {
    if (entry.kind !== 'battle result') continue
    battles += 1
    const fight = fightAt(entries, at, 5)!
    expect(fight.result).toBe(entry.result)
    const { attack, defence } = sidesOf(fight)
    const lead = total(attack) - total(defence)
    if (entry.result === 'attacker won') expect(lead).toBe(entry.armies)
    else if (entry.result === 'put down') expect(-lead).toBe(entry.armies)
    else if (entry.result === 'peasants won')
      expect(fight.attacker === null ? lead >= 0 : lead < 0).toBe(true)
    else if (entry.result === 'undecided') expect(lead === 0 || defence[0]!.cubes === 0).toBe(true)
    else expect(Math.min(-lead, cubes(fight.fell)[fight.defender!]!)).toBe(entry.armies)
  }
  expect(battles).toBe(44)
})

test('of a winter that is not over nothing is reckoned as none', () => {
  const start = entries.findIndex(({ kind }) => kind === 'rice lost')
  const [one, other] = accounts(winterOf(entries.slice(0, start + 1), 1), 5)
  expect([one!.short, one!.provinces, other!.lost]).toEqual([null, null, null])
  expect(one!.lost).not.toBeNull()
})

test('most points go to those who have the most buildings where they are counted', () => {
  let counted = 0
  entries.reduce((view, entry) => {
    const { pieces } = countedFor(entry, view) ?? { pieces: [] }
    if (entry.kind === 'points for most') {
      counted += 1
      expect(pieces[entry.player]).toBe(Math.max(...pieces))
    }
    return enact(view, entry, last)
  }, first)
  expect(counted).toBeGreaterThan(0)
})

test('a winter is accounted for', () => {
  const second = accounts(winterOf(entries, 2), 5)
  const before = accounts(winterOf(entries, 1), 5)
  for (const [player, { provinces, buildings, most, total: sum }] of second.entries()) {
    const bonus = most.reduce((all, one) => all + one.points, 0)
    expect(sum).toBe(last.players[player]!.points)
    expect(sum).toBe(before[player]!.total! + provinces! + buildings! + bonus)
  }
})

test('borders are drawn once, and every province is somewhere', () => {
  expect(PROVINCES).toHaveLength(45)
  expect(BORDERS.every(({ between }) => between.length === 1 || between.length === 2)).toBe(true)
  for (const { between } of SEA_ROUTES) expect(neighbours(between[0])).toContain(between[1])
})

test('a map opens where most of what is mine lies, never on land of others between', () => {
  expect(heartOf([])).toBeNull()
  expect(heartOf([[100, 200]])).toEqual([100, 200])
  expect(
    heartOf([
      [0, 0],
      [1000, 300],
      [1040, 300],
    ]),
  ).toEqual([1020, 300])
  const strewn: [number, number][] = [
    [0, 0],
    [500, 0],
    [1000, 0],
  ]
  expect(strewn).toContainEqual(heartOf(strewn))
})
