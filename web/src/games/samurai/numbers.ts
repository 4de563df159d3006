/** The players' strengths as numbers: beside a figure that stands alone, else under each, where a hex has room for all. */
import { LEGIBLE } from '../../lib/size.svelte'
import type { Point } from './map'
import { outlook } from './outlook'
import { spotOf, wallsOf, type Spot } from './spots'
import type { Figure, Settlement } from './view'

/** A number, its middle and its width in units of a hex's side from the hex's middle. */
export interface Chip {
  figure: Figure
  player: number
  strength: number
  /** Whether this player would take the figure. */
  takes: boolean
  x: number
  y: number
  width: number
}

/** A settlement where it is drawn. */
export interface Placed {
  settlement: Settlement
  at: Point
  side: number
  /** Whether hexes stand on a corner: there is more room between them then. */
  turned: boolean
  /** How many pixels one of the side's measure is. */
  zoom?: number
  /** Whether it is a capital that is drawn once more, and large. */
  wide?: boolean
}

export interface Numbers {
  /** Size of the letters, in units of a hex's side. */
  font: number
  chips: Chip[]
}

/** Parts of the size of the letters. */
const DIGIT = 0.6
const PADDING = 0.16
export const HEIGHT = 0.8
const GAP = 0.025
/** Between two numbers, where there is room for it. */
const APART = 0.08
/** The smallest side of a hex, in pixels, that has room for its settlement's name. */
const NAMED = { turned: 19, straight: 26 }
/** Of the letters, as parts of a hex's side: where there is room, and where they would be small. */
const LARGE = { village: 0.4, city: 0.36, capital: 0.22 }
const SMALL = { village: 0.27, city: 0.26, capital: 0.17 }
const NAME = { size: 0.32, top: 0.57, lowest: 0.92, letters: 0.72 }

/** How a settlement's name is written on a hex of so many pixels; null: there is no room for it. */
export function nameOn(seen: number, turned: boolean): { font: number; low: number } | null {
  if (seen < (turned ? NAMED.turned : NAMED.straight)) return null
  const font = Math.max(NAME.size, LEGIBLE / seen)
  return { font, low: Math.min(NAME.lowest, NAME.top + NAME.letters * font) }
}

/** How far above the middle of its figure a number in the corner stands. */
const BESIDE = 0.1

/** How much of a hex is inside its walls. */
const INSIDE = { village: 0.95, city: 0.95, capital: 0.78 }

/** Half of a hex's width at a height. */
function halfWidth(y: number, turned: boolean): number {
  const far = Math.abs(y)
  return turned ? Math.min(Math.sqrt(3) / 2, (1 - far) * Math.sqrt(3)) : 1 - far / Math.sqrt(3)
}

/** Half of the width at a height between the walls of a capital that is drawn large. */
function roomAt(y: number, settlement: Settlement, turned: boolean): number {
  const { sides, thick } = wallsOf(settlement, true)
  const inner = Math.min(...sides) - thick / 2 - GAP
  return inner * halfWidth(y / inner, turned)
}

/** The numbers of a settlement whose hex has a side of so many pixels; null: not all have room. */
export function numbersOf(
  settlement: Settlement,
  seen: number,
  turned: boolean,
  wide = false,
): Numbers | null {
  const name = nameOn(seen, turned)
  const bottom = name ? name.low - NAME.letters * name.font : 0.74
  for (const size of [LARGE, SMALL]) {
    const font = Math.max(size[settlement.kind], LEGIBLE / seen)
    const alone = settlement.figures.length === 1 && settlement.kind === 'village'
    const columns = settlement.figures.map((figure) =>
      alone
        ? besideOf(settlement, figure, font, turned)
        : columnOf(settlement, spotOf(settlement, figure, wide), figure, font, bottom, turned, wide),
    )
    if (columns.every((column) => column !== null)) return { font, chips: columns.flat() }
  }
  return null
}

function chipsOf(settlement: Settlement, figure: Figure, font: number): Omit<Chip, 'x' | 'y'>[] {
  const { strengths, taker } = outlook(settlement, figure)
  return strengths.flatMap((strength, player) => {
    const width = font * (DIGIT * String(strength).length + PADDING)
    return strength > 0 ? [{ figure, player, strength, takes: player === taker, width }] : []
  })
}

/** The numbers beside a figure: two in the corner at its right, as on a tile, and more at its left. */
function besideOf(settlement: Settlement, figure: Figure, font: number, turned: boolean): Chip[] | null {
  const chips = chipsOf(settlement, figure, font)
  const line = font * HEIGHT + GAP
  const lines = Math.min(chips.length, 2)
  const middle = spotOf(settlement, figure).y - BESIDE * (lines > 1 ? 1 : 2)
  const edge = Math.abs(middle) + (lines * line) / 2
  const reach = halfWidth(edge, turned) * INSIDE.village
  const widest = Math.max(0, ...chips.map(({ width }) => width))
  if (edge > 1 || (chips.length > 2 ? 2 : 1) * widest + GAP > reach * 2) return null
  return chips.map((chip, at) => ({
    ...chip,
    x: (at < 2 ? 1 : -1) * (reach - chip.width / 2 - GAP),
    y: middle + ((at % 2) - (lines - 1) / 2) * line,
  }))
}

/** The numbers under a figure, in as few lines as can be. */
function columnOf(
  settlement: Settlement,
  spot: Spot,
  figure: Figure,
  font: number,
  bottom: number,
  turned: boolean,
  wide: boolean,
): Chip[] | null {
  const chips = chipsOf(settlement, figure, font)
  if (!chips.length) return []
  const [top, line] = [spot.y + spot.size + GAP, font * HEIGHT + GAP]
  const widest = Math.max(...chips.map(({ width }) => width))
  for (let lines = 1; top + lines * line <= bottom + GAP; lines++) {
    const low = top + lines * line
    const reach = wide ? roomAt(low, settlement, turned) : halfWidth(low, turned) * INSIDE[settlement.kind]
    const room = (2 * reach) / settlement.figures.length
    const abreast = Math.ceil(chips.length / lines)
    if (abreast * (widest + GAP) > room + GAP) continue
    const step = Math.min(widest + APART, room / abreast)
    const middle = Math.sign(spot.x) * room * (settlement.figures.length > 2 ? 1 : 0.5)
    return chips.map((chip, at) => {
      const [across, down] = [at % abreast, Math.floor(at / abreast)]
      const inLine = Math.min(abreast, chips.length - down * abreast)
      const x = middle + (across - (inLine - 1) / 2) * step
      return { ...chip, x, y: top + down * line + (font * HEIGHT) / 2 }
    })
  }
  return null
}
