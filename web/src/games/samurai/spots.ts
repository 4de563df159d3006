/** Where figures stand in a settlement, in units of a hex's side from its middle. */
import { outlook } from './outlook'
import type { Figure, Settlement } from './view'

export interface Spot {
  x: number
  y: number
  /** Half of a figure's height. */
  size: number
}

/** Where nobody has any strength yet, where there is room for a line of numbers, and for two: beside one figure, below several. */
type Room = 'plain' | 'line' | 'lines'

const row = (x: number, y: number, size: number): Spot[] => [
  { x: -x, y, size },
  { x, y, size },
]
const rowOfThree = (x: number, y: number, size: number): Spot[] => [{ x: 0, y, size }, ...row(x, y, size)]

const SPOTS: Record<Settlement['kind'], Record<Room, Spot[]>> = {
  village: {
    plain: [{ x: 0, y: -0.13, size: 0.58 }],
    line: [{ x: -0.2, y: -0.13, size: 0.52 }],
    lines: [{ x: 0, y: -0.12, size: 0.42 }],
  },
  city: { plain: row(0.4, -0.1, 0.38), line: row(0.38, -0.31, 0.33), lines: row(0.33, -0.5, 0.26) },
  capital: {
    plain: [{ x: 0, y: -0.44, size: 0.29 }, ...row(0.39, 0.14, 0.29)],
    line: rowOfThree(0.44, -0.18, 0.22),
    lines: rowOfThree(0.42, -0.36, 0.2),
  },
}
/** How many numbers there is room for in a line, if the hex is small; beside one figure they stand in its corner. */
const ABREAST: Record<Settlement['kind'], number> = { village: 2, city: 2, capital: 1 }

function roomIn(settlement: Settlement): Room {
  const counts = settlement.figures.map(
    (figure) => outlook(settlement, figure).strengths.filter((strength) => strength > 0).length,
  )
  const most = Math.max(0, ...counts)
  return most > ABREAST[settlement.kind] ? 'lines' : most ? 'line' : 'plain'
}

/** In a capital that is drawn large there is room for all numbers below larger figures. */
const WIDE = rowOfThree(0.41, -0.31, 0.22)

/** The walls around a city, and around a capital: each is a hexagon of this part of the hex's side. */
const WALL = { city: [0.83], capital: [0.83, 0.76], thick: 0.035 }
/** With room for finer lines they stand further out. */
const WIDE_WALL = { capital: [0.89, 0.85], thick: 0.02 }

/** The walls of a settlement, and how thick each is; a village has none. */
export function wallsOf({ kind }: Settlement, wide = false): { sides: number[]; thick: number } {
  if (kind === 'village') return { sides: [], thick: 0 }
  if (kind === 'capital' && wide) return { sides: WIDE_WALL.capital, thick: WIDE_WALL.thick }
  return { sides: WALL[kind], thick: WALL.thick }
}

export function spotOf(settlement: Settlement, figure: Figure, wide = false): Spot {
  const spots = wide && settlement.kind === 'capital' ? WIDE : SPOTS[settlement.kind][roomIn(settlement)]
  return spots[Math.max(0, settlement.figures.indexOf(figure))] ?? spots[0]!
}
