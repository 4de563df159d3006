/** Moments, which the server tells in seconds, as people read them. */
import { language } from './i18n.svelte'

function isToday(moment: Date): boolean {
  return moment.toDateString() === new Date().toDateString()
}

/** The hour, and the day if it is another one. */
export function clock(seconds: number): string {
  const moment = new Date(seconds * 1000)
  const hour = { hour: 'numeric', minute: '2-digit' } as const
  return moment.toLocaleString(language(), isToday(moment) ? hour : { weekday: 'short', ...hour })
}

/** The date, or the hour if it is today. */
export function day(seconds: number): string {
  const moment = new Date(seconds * 1000)
  if (isToday(moment)) return clock(seconds)
  return moment.toLocaleDateString(language(), { day: 'numeric', month: 'short', year: 'numeric' })
}

/** The date and the hour. */
export function moment(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' })
}
