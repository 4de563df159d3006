/** Moments, which the server tells in seconds, as people read them. */
import { language } from './i18n.svelte'

/** As far away a day of the week still says which day is meant. */
const WEEK = 6 * 24 * 3600 * 1000
const HOUR = { hour: 'numeric', minute: '2-digit' } as const

function isToday(moment: Date): boolean {
  return moment.toDateString() === new Date().toDateString()
}

/** The language as it is written where the reader lives: an hour in London is not one in New York. */
function place(): string {
  const own = navigator.languages.find((tag) => tag.split('-')[0] === language())
  return own ?? language()
}

/** The hour, and the day if it is another one: of the week, or the date where that could be two. */
export function clock(seconds: number): string {
  const moment = new Date(seconds * 1000)
  if (isToday(moment)) return moment.toLocaleString(place(), HOUR)
  const near = Math.abs(moment.getTime() - Date.now()) < WEEK
  const day = near ? ({ weekday: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const)
  return moment.toLocaleString(place(), { ...day, ...HOUR })
}

/** The date, or the hour if it is today. */
export function day(seconds: number): string {
  const moment = new Date(seconds * 1000)
  if (isToday(moment)) return clock(seconds)
  return moment.toLocaleDateString(place(), { day: 'numeric', month: 'short', year: 'numeric' })
}

/** The date and the hour. */
export function moment(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(place(), { dateStyle: 'medium', timeStyle: 'short' })
}
