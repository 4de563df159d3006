import { expect, test } from 'vitest'
import { turningPoint } from '../src/shell/turning'

const course = (...seats: number[][]) => [{ name: 'points' as const, seats }]

test('a game turns where the winner gains most on the best of the others', () => {
  const series = course([0, 2, 9, 10], [3, 6, 6, 7], [1, 7, 8, 9])
  expect(turningPoint(series, [0])).toEqual({ step: 2, seat: 0, gain: 6 })
})

test('nobody turned a game that is shared, or in which nobody ever gained', () => {
  expect(turningPoint(course([1, 2], [2, 2]), [0, 1])).toBeNull()
  expect(turningPoint(course([0, 0], [0, 0]), [0])).toBeNull()
  expect(turningPoint(course([1, 2]), [0])).toBeNull()
})
