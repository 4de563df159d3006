/** What fits into the free corner of the map, north-west of Japan: the tally, and cards beside it. */
import { hexesOf, type Layout } from './map'
import type { Settlement } from './view'

interface Box {
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

const GAP = 20
/** The width of a card. */
export const CARD = { row: 225, column: 200 }

function tallyBox(players: number): Box {
  return { width: 160, height: 84 + 23 * players }
}

/** Room for a card; a narrow one has two lines for a figure that three or more players want. */
function cardBox({ figures, strength }: Settlement, row: boolean): Box {
  if (row) return { width: CARD.row, height: 62 + 26 * figures.length }
  const lines = figures.map((figure) => (strength.filter((sums) => sums[figure] > 0).length > 2 ? 46 : 26))
  return { width: CARD.column, height: lines.reduce((sum, line) => sum + line, 62) }
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

/** Whether the boxes are inside the map, and no hex is under them. */
function isFree(layout: Layout, players: number, boxes: Box[]): boolean {
  if (boxes.some(({ width, height }) => width > layout.width || height > layout.height)) return false
  const reach = layout.side * 1.1
  return hexesOf(players).every(({ name }) => {
    const { x, y } = layout.at(name)
    return boxes.every(({ width, height }) => x - reach > width || y - reach > height)
  })
}

/** The arrangement with room for most cards; for want of room a card takes the tally's place. */
export function arrange(layout: Layout, players: number, settlements: Settlement[]): Corner {
  for (const tally of [true, false]) {
    for (let cards = settlements.length; cards > 0; cards--) {
      for (const row of [layout.turned, !layout.turned]) {
        const boxes = settlements.slice(0, cards).map((settlement) => cardBox(settlement, row))
        if (tally) boxes.unshift(tallyBox(players))
        if (isFree(layout, players, outline(boxes, row))) return { row, tally, cards }
      }
    }
  }
  return { row: layout.turned, tally: true, cards: 0 }
}
