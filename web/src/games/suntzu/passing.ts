/** 'Pass until the round ends', said once by a seat of a table and kept in this browser. */
import type { Legal } from '../face'
import type { SunTzuView } from './view'

/** The windows that it answers; a debt of armies is asked about all the same. */
const REST_OF_ROUND: SunTzuView['phase'][] = [
  'window before battle',
  'window before points',
  'window at the end of the round',
]

function key(seat: number | null): string {
  return `tenka.passing ${location.pathname} ${seat}`
}

/** The round for whose rest a seat passes; 0: none. */
export function passingOf(seat: number | null): number {
  return Number(sessionStorage.getItem(key(seat)) ?? 0)
}

export function passFor(seat: number | null, round: number): void {
  sessionStorage.setItem(key(seat), String(round))
}

/** Where there is nothing to decide, or the player said so, the answer is 'pass'. */
export function standingAnswer(view: SunTzuView, legal: Legal[]): string | null {
  if (!legal.some(({ text }) => text === 'pass')) return null
  const promised = REST_OF_ROUND.includes(view.phase) && passingOf(view.viewer) === view.round
  return legal.length === 1 || promised ? 'pass' : null
}
