/** Reading a review: its curves, and the choices at a position. */
import type { Review, ReviewStep } from './wire'

/** Chances to win, or what luck has done so far. */
export type What = 'chance' | 'luck'
/** As each player could know it, or with all cards up. */
export type Cards = 'known' | 'up'

/** Values of all seats at a position. */
export interface Point {
  at: number
  values: number[]
}

/** The curves of all seats, in the order of the positions. */
export function pointsOf(review: Review, what: What, cards: Cards): Point[] {
  const start = what === 'chance' ? review.start[cards] : review.start[cards].map(() => 0)
  const steps = review.steps.map(({ ends, after, luck }) => ({
    at: ends,
    values: (what === 'chance' ? after : luck)[cards],
  }))
  return [{ at: 0, values: start }, ...steps.toSorted((a, b) => a.at - b.at)]
}

/** The values at a position: those of the last point before it or there. */
export function valuesAt(points: Point[], position: number): number[] {
  return points.findLast(({ at }) => at <= position)?.values ?? []
}

/** The choice that was asked for at a position. */
export function choiceAt(review: Review, position: number): ReviewStep | undefined {
  return review.steps.find(({ begins }) => begins === position)
}

/** The next costly choice after a position, or the last one before it. */
export function costlyBeside(steps: ReviewStep[], position: number, way: 1 | -1): ReviewStep | undefined {
  const beyond = steps.filter(({ begins }) => (begins - position) * way > 0)
  return way > 0 ? beyond[0] : beyond.at(-1)
}

/** Crests closer than this would lie on each other. */
const CREST = 16

/** How many places each of these heights stands aside, so that none is close to another in its place. */
export function asideOf(heights: readonly number[]): number[] {
  const places: number[] = []
  for (const [at, height] of heights.entries()) {
    const taken = places.filter((_, other) => other < at && Math.abs(heights[other]! - height) < CREST)
    places.push([0, ...taken.map((place) => place + 1)].find((place) => !taken.includes(place))!)
  }
  return places
}
