import { describe, expect, test } from 'vitest'
import { asideOf, choiceAt, costlyBeside, pointsOf, valuesAt } from '../src/lib/curves'
import type { Review, ReviewStep } from '../src/lib/wire'

function step(begins: number, ends: number, chance: number, mark: ReviewStep['mark'] = null): ReviewStep {
  const both = { known: [chance, 1 - chance], up: [chance / 2, 1 - chance / 2] }
  const luck = { known: [0.1, -0.1], up: [0.2, -0.2] }
  return {
    player: 0,
    begins,
    ends,
    did: ['a'],
    better: ['b'],
    cost: 0,
    mark,
    given: [0, 0],
    after: both,
    luck,
  }
}

// Two plan at the same time: who begins first ends last.
const REVIEW: Review = {
  start: { known: [0.5, 0.5], up: [0.4, 0.6] },
  steps: [step(0, 6, 0.6, 'slip'), step(1, 4, 0.7), step(6, 7, 0.2, 'blunder')],
  costs: [0, 0],
  luck: { known: [0.1, -0.1], up: [0.2, -0.2] },
}
const costly = REVIEW.steps.filter(({ mark }) => mark)

describe('the curves of a review', () => {
  test('go from the beginning through all positions in order', () => {
    const points = pointsOf(REVIEW, 'chance', 'known')
    expect(points.map(({ at }) => at)).toEqual([0, 4, 6, 7])
    expect(points.map(({ values }) => values[0])).toEqual([0.5, 0.7, 0.6, 0.2])
  })
  test('are others with all cards up', () => {
    expect(pointsOf(REVIEW, 'chance', 'up')[0]!.values).toEqual([0.4, 0.6])
  })
  test('of luck begin at nothing', () => {
    const points = pointsOf(REVIEW, 'luck', 'up')
    expect(points[0]!.values).toEqual([0, 0])
    expect(points.at(-1)!.values).toEqual([0.2, -0.2])
  })
  test('say what it was between two points', () => {
    const points = pointsOf(REVIEW, 'chance', 'known')
    expect(valuesAt(points, 5)[0]).toBe(0.7)
    expect(valuesAt(points, 0)[0]).toBe(0.5)
  })
})

describe('choices', () => {
  test('are told where they were asked', () => {
    expect(choiceAt(REVIEW, 6)?.mark).toBe('blunder')
    expect(choiceAt(REVIEW, 3)).toBeUndefined()
  })
  test('that cost much are one after another', () => {
    expect(costlyBeside(costly, 0, 1)?.begins).toBe(6)
    expect(costlyBeside(costly, 6, 1)).toBeUndefined()
    expect(costlyBeside(costly, 6, -1)?.begins).toBe(0)
  })
})

describe('crests at the ends of curves', () => {
  test('stand side by side where they would lie on each other', () => {
    expect(asideOf([100, 100, 60])).toEqual([0, 1, 0])
    expect(asideOf([100, 88, 76])).toEqual([0, 1, 0])
    expect(asideOf([100, 96, 92, 88])).toEqual([0, 1, 2, 3])
  })
  test('stand in one line where there is room', () => {
    expect(asideOf([20, 36, 52])).toEqual([0, 0, 0])
  })
})
