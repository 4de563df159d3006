/** Samurai's strengths as numbers: all of them on any board that is not small, each clear of the others. */
import { expect, test } from 'vitest'
import { nameOn, numbersOf, type Chip } from '../src/games/samurai/numbers'
import { wallsOf } from '../src/games/samurai/spots'
import { FIGURES, type Settlement } from '../src/games/samurai/view'

const SIZES = { village: 1, city: 2, capital: 3 } as const

/** A settlement at whose every figure so many players have strengths of so many digits. */
function settlement(kind: Settlement['kind'], players: number, strength = 4): Settlement {
  const figures = FIGURES.slice(0, SIZES[kind])
  const sums = Object.fromEntries(FIGURES.map((figure) => [figure, strength]))
  const strengths = Array.from({ length: 4 }, (_, player) =>
    player < players ? sums : { helmet: 0, buddha: 0, rice: 0 },
  )
  const takers = Object.fromEntries(figures.map((figure) => [figure, null]))
  return { kind, figures, strength: strengths, takers } as unknown as Settlement
}

const apart = (one: Chip, other: Chip, height: number) =>
  Math.abs(one.x - other.x) > (one.width + other.width) / 2 || Math.abs(one.y - other.y) > height

test.each([
  ['village', 25],
  ['city', 25],
  ['capital', 50],
] as const)('in a %s of %i pixels four players have a number at each figure', (kind, seen) => {
  const { font, chips } = numbersOf(settlement(kind, 4), seen, true)!
  expect(font * seen).toBeGreaterThanOrEqual(11)
  expect(chips).toHaveLength(4 * SIZES[kind])
  const height = font * 0.8
  const close = chips.flatMap((one, at) => chips.slice(at + 1).filter((two) => !apart(one, two, height)))
  expect(close).toEqual([])
  const name = nameOn(seen, true)!
  const lowest = Math.max(...chips.map(({ y }) => y)) + height / 2
  expect(lowest).toBeLessThan(name.low - 0.7 * name.font)
})

test('where not all would fit, there is none', () => {
  expect(numbersOf(settlement('city', 4), 18, true)).toBe(null)
  expect(numbersOf(settlement('city', 4, 12), 20, true)).toBe(null)
  expect(numbersOf(settlement('village', 0), 18, true)!.chips).toEqual([])
})

test.each([
  [2, true, 40],
  [3, true, 40],
  [2, false, 40],
  [3, false, 66],
  [4, true, 66],
  [4, false, 66],
])('of %i players no number touches the wall of a capital that is drawn large', (players, turned, seen) => {
  const capital = settlement('capital', players)
  const { font, chips } = numbersOf(capital, seen, turned, true)!
  expect(chips).toHaveLength(3 * players)
  const { sides, thick } = wallsOf(capital, true)
  const inner = Math.min(...sides) - thick / 2
  const touching = chips.filter(({ x, y, width }) => {
    const [across, down] = [Math.abs(x) + width / 2, Math.abs(y) + (font * 0.8) / 2]
    const [near, far] = turned ? [across, down] : [down, across]
    return near >= (inner * Math.sqrt(3)) / 2 || near >= (inner - far) * Math.sqrt(3)
  })
  expect(touching).toEqual([])
})
