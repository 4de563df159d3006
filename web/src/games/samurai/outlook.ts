/** Who would take a settlement's figures if it closed now, from the strengths of the view. */
import type { Figure, Settlement } from './view'

export interface Outlook {
  figure: Figure
  /** Strength by player. */
  strengths: number[]
  /** The one with most; null: tied or nobody, and the figure would be set aside. */
  taker: number | null
}

export function outlook(settlement: Settlement, figure: Figure): Outlook {
  const strengths = settlement.strength.map((sums) => sums[figure])
  const most = Math.max(...strengths)
  const leaders = strengths.flatMap((strength, seat) => (strength === most ? [seat] : []))
  return { figure, strengths, taker: most > 0 && leaders.length === 1 ? leaders[0]! : null }
}
