/** The board in its box, and what fits into the free corner: the tally, and cards beside it. */
import { interfaceScale } from '../../lib/size.svelte'
import { ANGLES, hexesOf, layOut, SMALL, type Layout } from './map'
import type { Settlement } from './view'

export interface Box {
  /** From the map's corner; none: there. */
  left?: number
  top?: number
  width: number
  height: number
}

export interface Corner {
  /** Beside each other, or below each other. */
  row: boolean
  tally: boolean
  /** How many of the cards there is room for. */
  cards: number
}

/** Each hangs from a rod that is a little wider than its paper. */
const ROD = { beside: 9, above: 14 }
const GAP = 26
/** How much larger a board must be for Japan to lie as on no other map. */
const WORTH = 1.12
/** The width of a card. */
export const CARD = { row: 225, column: 200 }

function tallyBox(players: number): Box {
  return { width: 160 + 2 * ROD.beside, height: 84 + 23 * players + ROD.above }
}

/** Room for a card; a narrow one has two lines for a figure that three or more players want. */
function cardBox({ figures, strength }: Settlement, row: boolean): Box {
  if (row) return { width: CARD.row + 2 * ROD.beside, height: 62 + 26 * figures.length + ROD.above }
  const lines = figures.map((figure) => (strength.filter((sums) => sums[figure] > 0).length > 2 ? 46 : 26))
  return {
    width: CARD.column + 2 * ROD.beside,
    height: lines.reduce((sum, line) => sum + line, 62 + ROD.above),
  }
}

/** The outline of boxes that lie in a row or a column, as boxes from the corner. */
function outline(boxes: Box[], row: boolean): Box[] {
  let [right, bottom] = [0, 0]
  return boxes.map(({ width, height }) => {
    right += width + GAP
    bottom += height
    return row ? { width: right - GAP, height } : { width, height: bottom }
  })
}

/** A box in pixels of the screen. */
function grown({ width, height }: Box): Box {
  const scale = interfaceScale()
  return { width: width * scale, height: height * scale }
}

/** Whether the boxes are inside the map, and no hex is under them. */
function isFree(layout: Layout, players: number, boxes: Box[]): boolean {
  if (
    boxes.some(
      ({ left = 0, top = 0, width, height }) => left + width > layout.width || top + height > layout.height,
    )
  )
    return false
  const reach = layout.side * 1.1
  return hexesOf(players).every(({ name }) => {
    const { x, y } = layout.at(name)
    return boxes.every(
      ({ left = 0, top = 0, width, height }) =>
        x - reach > left + width || x + reach < left || y - reach > top + height || y + reach < top,
    )
  })
}

/** What lies over the sea in its corners: the tally, and the capital once more. */
export function laidOver(layout: Layout, players: number): Box[] {
  const inset = insetOf(layout, players)
  return [grown(tallyBox(players)), ...(inset ? [inset] : [])]
}

/** The board as large as it can be with the tally beside it. */
export function spread(players: number, width: number, height: number): Layout {
  const tally = grown(tallyBox(players))
  const kept = [{}, { left: tally.width }, { top: tally.height }]
  const ways = ANGLES.flatMap((angle, at) =>
    kept.map((free) => ({
      layout: layOut(players, width, height, angle, free),
      worth: at < 2 ? WORTH : 1,
    })),
  )
  const fitting = ways.filter(({ layout }) => isFree(layout, players, [tally]))
  const size = ({ layout, worth }: (typeof ways)[number]) => layout.side * worth
  return (fitting.length ? fitting : ways).reduce((one, other) => (size(other) > size(one) ? other : one))
    .layout
}

/** The arrangement with room for most cards; for want of room a card takes the tally's place. */
export function arrange(layout: Layout, players: number, settlements: Settlement[]): Corner {
  for (const tally of [true, false]) {
    for (let cards = settlements.length; cards > 0; cards--) {
      for (const row of [layout.turned, !layout.turned]) {
        const boxes = settlements.slice(0, cards).map((settlement) => cardBox(settlement, row))
        if (tally) boxes.unshift(tallyBox(players))
        if (isFree(layout, players, outline(boxes, row).map(grown))) return { row, tally, cards }
      }
    }
  }
  return { row: layout.turned, tally: true, cards: 0 }
}

const EDGE = 10
/** Below it, where the board is so small that it has buttons to zoom. */
const BUTTONS = 54

/** The largest square in the corner across from the tally, if a hex in it is clearly larger than on the board. */
export function insetOf(layout: Layout, players: number): Box | null {
  for (const side of [3, 2.6, 2.2].map((times) => Math.min(times * layout.side, 90 * interfaceScale()))) {
    const [width, height] = [2 * side, 2 * side]
    const below = layout.side < SMALL ? EDGE + BUTTONS * interfaceScale() : EDGE
    const box = { left: layout.width - width - EDGE, top: layout.height - height - below, width, height }
    if (side >= 1.5 * layout.side && isFree(layout, players, [box])) return box
  }
  return null
}
