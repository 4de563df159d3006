/** Shogun's board follows the journal, reckons battles as the rules do, and its tower ends as it must. */
import { expect, test } from 'vitest'
import { enact } from '../src/games/shogun/enact'
import { fightAt, sidesOf, total } from '../src/games/shogun/fight'
import { BORDERS, neighbours, PROVINCES, SEA_ROUTES } from '../src/games/shogun/map'
import { landed, lying, poseAt, type Course } from '../src/games/shogun/tower/course'
import { roll } from '../src/games/shogun/tower/roll'
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

test('cubes on the tray lie apart, inside its rim, in the colours that fell', () => {
  for (const [at, entry] of entries.entries()) {
    if (entry.kind !== 'fell') continue
    const fight = fightAt(entries, at, 5)!
    checkEnd(roll(fight.thrown, fight.fell), entry.cubes)
  }
}, 60_000)

test('sixty cubes find room', () => {
  const many: Cubes = { red: 20, blue: 20, black: 10, green: 10 }
  checkEnd(roll(many, many), [20, 20, 10, 0, 0, 10])
}, 60_000)

test('the same cubes roll alike, and cubes count one by one as they come out', () => {
  const course = roll({ red: 5, blue: 4 }, { red: 4, blue: 3, green: 2 })
  expect(roll({ red: 5, blue: 4 }, { red: 4, blue: 3, green: 2 })).toEqual(course)
  expect(landed(course, 0)).toEqual([0, 0, 0, 0, 0, 0])
  let before = 0
  for (let frame = 0; frame < course.frames; frame++) {
    const now = landed(course, frame).reduce((sum, n) => sum + n)
    expect(now).toBeGreaterThanOrEqual(before)
    before = now
  }
  expect(before).toBe(9)
})

function checkEnd(course: Course, fell: number[]): void {
  const end = course.frames - 1
  expect(lying(course, end)).toEqual(fell)
  expect(landed(course, end)).toEqual(fell)
  const places = course.parts.flatMap(({ out }, at) =>
    out ? [course.poses.subarray(poseAt(course, end, at), poseAt(course, end, at) + 3)] : [],
  )
  for (const [at, [x, y, z]] of places.entries()) {
    expect(y).toBeCloseTo(0.5, 1)
    const others = places.slice(at + 1).map(([x1, , z1]) => Math.hypot(x! - x1!, z! - z1!))
    expect(Math.min(9, ...others)).toBeGreaterThan(0.9)
  }
}

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
