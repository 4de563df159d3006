/** A leaderboard as it is read: people and bots by their numbers; people alone have places. */
import type { Board } from '../lib/wire'

export interface Standing {
  key: string
  place?: number
  name?: string
  page?: string
  level?: string
  number: number
  spread: number
  played?: number
}

export function standing(board: Board): Standing[] {
  const people = board.people.map((one, at) => ({ ...one, key: one.page, place: at + 1 }))
  const bots = board.bots.map((one) => ({ ...one, key: `bot ${one.level}` }))
  return [...people, ...bots].toSorted((a, b) => b.number - a.number)
}

const STEP = 100

/** The ends of a scale that has all of them, with the doubt about each. */
export function endsOf(rows: Standing[]): { low: number; high: number } {
  const low = Math.min(...rows.map(({ number, spread }) => number - spread))
  const high = Math.max(...rows.map(({ number, spread }) => number + spread))
  return { low: STEP * Math.floor(low / STEP), high: STEP * Math.ceil(high / STEP) }
}

/** Of a hundred games, in how many somebody with so many points more finishes ahead. */
export function timesAhead(points: number): number {
  return Math.round(100 / (1 + 10 ** (-points / 400)))
}
