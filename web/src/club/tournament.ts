/** A tournament as it is read: rounds with their tables, and where I play now. */
import type { Tournament } from '../lib/wire'

type Meeting = Tournament['meetings'][number]

/** The tables of each round, the latest round first. */
export function roundsOf({ meetings }: Tournament): { number: number; tables: Meeting[] }[] {
  const last = Math.max(-1, ...meetings.map(({ round }) => round))
  return Array.from({ length: last + 1 }, (_, at) => last - at).map((number) => ({
    number,
    tables: meetings.filter(({ round }) => round === number),
  }))
}

/** The table at which I am to play, while its game goes on. */
export function tableOf({ meetings, me }: Tournament): string | null {
  const mine = meetings.find(({ places, seating }) => places === null && me !== null && seating.includes(me))
  return mine?.table ?? null
}

/** Who sat at a table, those who finished better first; a bot is null. */
export function finishOf({ seating, places }: Meeting): { entrant: number | null; place: number | null }[] {
  const sitting = seating.map((entrant, seat) => ({ entrant, place: places?.[seat] ?? null }))
  return sitting.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
}
