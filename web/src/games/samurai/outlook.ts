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

/** The settlement, were the tile that is up laid beside it by a player. */
export function withTile(settlement: Settlement, player: number): Settlement {
  const { prospect } = settlement
  if (!prospect) return settlement
  const { gaps, takers } = prospect
  return { ...settlement, gaps, takers, strength: settlement.strength.with(player, prospect.strength) }
}
