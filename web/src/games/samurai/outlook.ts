/** A settlement's figures, as the server says: the strengths, and who would take them. */
import type { Figure, PerFigure, Settlement } from './view'

export interface Outlook {
  figure: Figure
  /** Strength by player. */
  strengths: number[]
  /** The one with most; null: tied or nobody, and the figure would be set aside. */
  taker: number | null
}

export function outlook(settlement: Settlement, figure: Figure): Outlook {
  return {
    figure,
    strengths: settlement.strength.map((sums) => sums[figure]),
    taker: settlement.takers[figure],
  }
}

/** The settlement with other sums, and who would take its figures then: whoever alone has most. */
export function reckoned(settlement: Settlement, strength: PerFigure[]): Settlement {
  const taker = (figure: Figure) => {
    const sums = strength.map((sum) => sum[figure])
    const most = Math.max(...sums)
    return most > 0 && sums.indexOf(most) === sums.lastIndexOf(most) ? sums.indexOf(most) : null
  }
  const takers = { helmet: taker('helmet'), buddha: taker('buddha'), rice: taker('rice') }
  return { ...settlement, strength, takers }
}
