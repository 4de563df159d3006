/** The clocks of a table in words: what is left to somebody, and what pace was agreed. */
import { t } from './i18n.svelte'
import { clock as hour } from './time'
import type { Clock, Pace } from './wire'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds that are left at a moment. Hours at which clocks stand still come before the flag. */
export function secondsLeft(clock: Clock, now: number): number {
  const left = clock.flag === null ? clock.left : Math.min(clock.left, clock.flag - now)
  return Math.max(0, left)
}

/** Whether a clock stands still though its player is awaited. */
export function isHeld(clock: Clock, now: number): boolean {
  return clock.since !== null && clock.since > now
}

/** Time that is left: short, and with seconds where they count. */
export function countdown(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole <= 0) return t('shell.clock.none')
  if (whole >= DAY) {
    const hours = Math.floor(whole / HOUR)
    return t('shell.clock.days', { days: Math.floor(hours / 24), hours: hours % 24 })
  }
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE)]
  return hours ? `${hours}:${two(minutes)}:${two(whole % MINUTE)}` : `${minutes}:${two(whole % MINUTE)}`
}

/** A span that was agreed, in the largest unit that fits. */
export function span(seconds: number): string {
  if (seconds % DAY === 0) return t('shell.time.days', { n: seconds / DAY })
  if (seconds % HOUR === 0) return t('shell.time.hours', { n: seconds / HOUR })
  return t('shell.time.minutes', { n: Math.round(seconds / MINUTE) })
}

/** What was agreed, for whoever is about to sit down. */
export function paceInWords(pace: Pace): string {
  const { per_turn, bank, increment, rest } = pace
  const parts = per_turn
    ? [
        t('shell.pace.turn', { time: span(per_turn) }),
        ...(bank ? [t('shell.pace.bank', { time: span(bank) })] : []),
      ]
    : [t('shell.pace.minutes', { minutes: Math.round(bank / MINUTE), seconds: increment })]
  if (rest?.nights) {
    const [from, to] = rest.nights
    parts.push(t(`shell.pace.${rest.weekends ? 'rests' : 'nights'}`, { from, to, zone: rest.zone }))
  } else if (rest?.weekends) {
    parts.push(t('shell.pace.weekends', { zone: rest.zone }))
  }
  return parts.join(', ') // lists of units have no commas in some languages
}

/** When the time is up, for those who have days. */
export function untilInWords(clock: Clock, now: number): string {
  if (isHeld(clock, now)) return t('shell.clock.paused', { time: hour(clock.since!) })
  return clock.flag === null ? '' : t('shell.clock.until', { time: hour(clock.flag) })
}
