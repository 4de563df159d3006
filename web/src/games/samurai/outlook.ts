/** A settlement's figures, as the server says: the strengths, and who would take them. */
import type { Figure, Settlement } from './view'

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

/** The settlement after a change, and who would take its figures now: whoever alone has most. */
export function reckoned(settlement: Settlement, change: Partial<Settlement>): Settlement {
  const { figures, strength } = { ...settlement, ...change }
  const taker = (figure: Figure) => {
    const sums = strength.map((sum) => sum[figure])
    const most = Math.max(...sums)
    const alone = most > 0 && sums.indexOf(most) === sums.lastIndexOf(most)
    return alone && figures.includes(figure) ? sums.indexOf(most) : null
  }
  const takers = { helmet: taker('helmet'), buddha: taker('buddha'), rice: taker('rice') }
  return { ...settlement, ...change, takers }
}
