/** When a game turned, by the course of its points. */
import type { Statistics } from '../lib/wire'

export interface Turn {
  /** A step of the series. */
  step: number
  seat: number
  /** What the winner won against the best of the others in it. */
  gain: number
}

/** The step in which the winner gained most on the best of the others; none where nobody ever did. */
export function turningPoint(series: Statistics['series'], winners: number[]): Turn | null {
  const lines = series[0]?.seats ?? []
  const [seat] = winners
  if (winners.length !== 1 || seat === undefined || lines.length < 2) return null
  const lead = lines[seat]!.map((own, step) => {
    const others = lines.filter((_, other) => other !== seat).map((line) => line[step]!)
    return own - Math.max(...others)
  })
  const gains = lead.map((now, step) => now - (lead[step - 1] ?? 0))
  const gain = Math.max(...gains)
  return gain > 0 ? { step: gains.indexOf(gain), seat, gain } : null
}
