/** Samurai's strengths as numbers: all of them on any board that is not small, each clear of the others. */
import { expect, test } from 'vitest'
import { nameOn, numbersOf, type Chip } from '../src/games/samurai/numbers'
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
