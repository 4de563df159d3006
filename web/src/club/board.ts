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
