/** Where figures stand in a settlement, in units of a hex's side from its middle. */
import type { Figure, Settlement } from './view'

export interface Spot {
  x: number
  y: number
  /** Half of a figure's height. */
  size: number
}

const SPOTS: Record<Settlement['kind'], Spot[]> = {
  village: [{ x: 0, y: -0.22, size: 0.4 }],
  city: [
    { x: -0.37, y: -0.16, size: 0.3 },
    { x: 0.37, y: -0.16, size: 0.3 },
  ],
  capital: [
    { x: 0, y: -0.52, size: 0.26 },
    { x: -0.42, y: 0.06, size: 0.26 },
    { x: 0.42, y: 0.06, size: 0.26 },
  ],
}

export function spotOf(settlement: Settlement, figure: Figure): Spot {
  const spots = SPOTS[settlement.kind]
  return spots[Math.max(0, settlement.figures.indexOf(figure))] ?? spots[0]!
}
