/** A settlement's figures, as the server says: the strengths, and who would take them. */
import type { Figure, Settlement } from './view'

export interface Outlook {
  figure: Figure
  /** Strength by player. */
  strengths: number[]
  /** The one with most; null: tied or nobody, and the figure would be set aside; undefined: not told. */
  taker: number | null | undefined
}

export function outlook(settlement: Settlement, figure: Figure): Outlook {
  return {
    figure,
    strengths: settlement.strength.map((sums) => sums[figure]),
    taker: settlement.takers[figure],
  }
}
