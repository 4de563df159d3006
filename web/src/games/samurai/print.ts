/** The board as a woodblock print: the coast is cut loosely around the hexes, on the land stand small woodcuts. */
import { generator } from '../../lib/chance'
import { ribbon, type Point } from '../../print/ink'
import { clear, grain, lift, scales, shallows, waterLines, type Colours } from '../../print/sheet'
import { drift } from '../../print/waters'
import { draw, inksOf, type Kind, type Spot } from '../../print/woodcuts'
import { hexagon, hexesOf, type Hex, type Layout } from './map'
import { boatsOn, driftsOn } from './waters'

/** Land of Honshu, Kyushu and Shikoku, Hokkaido: by the boards to which it belongs. */
const TINTS: Record<number, { land: string; deep: string }> = {
  2: { land: '--region-3', deep: '--deep-3' },
  3: { land: '--region-0', deep: '--deep-0' },
  4: { land: '--region-4', deep: '--deep-4' },
}
/** What stands on a hex without a settlement: places in measures of its side, and sizes. */
const SCENES: readonly (readonly [Kind, number, number, number])[][] = [
  [
    ['mountain', -0.26, -0.1, 1.25],
    ['mountain', 0.24, 0.18, 1.05],
  ],
  [
    ['pine', -0.36, -0.18, 1],
    ['pine', 0.22, -0.3, 0.9],
    ['copse', 0.28, 0.28, 1],
    ['pine', -0.2, 0.34, 1.05],
  ],
  [
    ['hut', 0.26, -0.26, 1.05],
    ['paddy', -0.22, -0.02, 1.1],
    ['paddy', 0.2, 0.36, 1],
  ],
  [
    ['copse', -0.3, -0.22, 1],
    ['mountain', 0.2, -0.12, 1.15],
    ['copse', -0.06, 0.4, 0.95],
  ],
]
/** The side of a hex for which woodcuts are drawn at their size. */
const CUT = 38

type Placed = Hex & { at: Point }

export function print(on: CanvasRenderingContext2D, layout: Layout, players: number, colours: Colours): void {
  const hexes = placed(players, layout)
  const land = hexes.filter(({ sea }) => !sea)
  const measure = layout.side / CUT
  const rings = coastsOf(land, layout)
  const shape = new Path2D(
    rings.map((coast) => `M${coast.map((point) => point.join(' ')).join('L')}Z`).join(''),
  )
  const drifts = driftsOn(players, layout)
  for (const one of drifts) if (one.kind === 'mist') drift(on, one, colours)
  scales(on, shape, colours, measure)
  shallows(on, shape, colours, measure)
  waterLines(on, shape, colours, measure * 0.9)
  seaGrid(on, hexes, layout, colours)
  lift(on, shape, colours)
  on.save()
  on.clip(shape)
  for (const hex of land) ground(on, hex, layout, colours)
  for (const hex of land) relief(on, hex, layout, colours)
  on.restore()
  grain(on, shape)
  const inks = inksOf(colours)
  for (const one of drifts) if (one.kind !== 'mist') drift(on, one, colours)
  for (const boat of boatsOn(players, layout, drifts)) draw(on, boat, inks)
  for (const hex of land) if (!hex.settlement) for (const spot of sceneOf(hex, layout)) draw(on, spot, inks)
  on.fillStyle = colours('--key')
  rings.forEach((coast, at) => on.fill(ribbon([...coast, coast[0]!], 3.4 * measure, at + 1)))
}

function placed(players: number, layout: Layout): Placed[] {
  return hexesOf(players).map((hex) => {
    const { x, y } = layout.at(hex.name)
    return { ...hex, at: [x, y] as const }
  })
}

/** The coast of every island of a board. */
export function coasts(players: number, layout: Layout): Point[][] {
  return coastsOf(
    placed(players, layout).filter(({ sea }) => !sea),
    layout,
  )
}

/** Where ships may go: dashed, as on a chart. */
function seaGrid(on: CanvasRenderingContext2D, hexes: Placed[], layout: Layout, colours: Colours): void {
  on.save()
  on.strokeStyle = colours('--route')
  on.globalAlpha = 0.3
  on.lineWidth = 1
  on.setLineDash([3, 4])
  const path = new Path2D(hexagon(layout.side * 0.97, layout.turned))
  for (const { at, sea } of hexes)
    if (sea) {
      on.save()
      on.translate(...at)
      on.stroke(path)
      on.restore()
    }
  on.restore()
}

/** Its island's colour on a hex of land, and a little beyond, because the coast bulges. */
function ground(on: CanvasRenderingContext2D, { at, board }: Placed, layout: Layout, colours: Colours): void {
  on.save()
  on.translate(...at)
  on.fillStyle = colours(TINTS[board]!.land)
  on.fill(new Path2D(hexagon(layout.side * 1.16, layout.turned)))
  on.restore()
}

/** Each hex is wiped darker from above and has a thin line around it. */
function relief(on: CanvasRenderingContext2D, { at, board }: Placed, layout: Layout, colours: Colours): void {
  const deep = colours(TINTS[board]!.deep)
  const { side, turned } = layout
  const hex = new Path2D(hexagon(side, turned))
  on.save()
  on.translate(...at)
  const wiped = on.createLinearGradient(-side * 0.5, -side, side * 0.3, side * 0.5)
  wiped.addColorStop(0, deep)
  wiped.addColorStop(1, clear(deep))
  on.globalAlpha = 0.4
  on.fillStyle = wiped
  on.fill(hex)
  on.globalAlpha = 0.5
  on.strokeStyle = colours('--key')
  on.lineWidth = 0.9
  on.stroke(hex)
  on.restore()
}

function sceneOf({ name, at: [x, y] }: Placed, { side }: Layout): Spot[] {
  const random = generator([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))
  for (let at = 0; at < 6; at++) random()
  const scene = SCENES[Math.floor(random() * SCENES.length)]!
  const flip = random() < 0.5 ? -1 : 1
  return scene.map(([kind, dx, dy, size]) => ({
    kind,
    x: x + dx * side * flip,
    y: y + dy * side,
    size: (size * side) / CUT,
  }))
}

/** The outer edges of the land, joined to rings, with a corner between each two that bulges out. */
function coastsOf(land: Placed[], layout: Layout): Point[][] {
  const key = cornersOf(layout.side)
  const edges = new Map<string, Edge>()
  for (const { at } of land)
    cornersAround(at, layout).forEach((from, n, corners) => {
      const to = corners[(n + 1) % 6]!
      // what another hex of land walks the other way is no coast
      if (!edges.delete(`${key(to)} ${key(from)}`))
        edges.set(`${key(from)} ${key(to)}`, { from, to, middle: at })
    })
  const next = new Map<number, Edge>([...edges.values()].map((edge) => [key(edge.from), edge]))
  const rings: Point[][] = []
  for (let edge = first(next); edge; edge = first(next)) {
    const ring: Point[] = []
    for (let on: Edge | undefined = edge; on; on = next.get(key(on.to))) {
      next.delete(key(on.from))
      ring.push(...loosely(on, layout.side, ring.length))
    }
    rings.push(ring)
  }
  return rings
}

/** Names for corners. Two hexes reckon a corner that they share a little differently. */
function cornersOf(side: number): (corner: Point) => number {
  const known: Point[] = []
  return ([x, y]) => {
    const found = known.findIndex(([x1, y1]) => Math.hypot(x - x1, y - y1) < side / 4)
    return found < 0 ? known.push([x, y]) - 1 : found
  }
}

interface Edge {
  from: Point
  to: Point
  /** Of the hex whose edge it is. */
  middle: Point
}

function first(edges: Map<number, Edge>): Edge | undefined {
  return edges.values().next().value
}

function cornersAround([x, y]: Point, { side, turned }: Layout): Point[] {
  return [0, 1, 2, 3, 4, 5].map((n) => {
    const angle = (Math.PI / 3) * n + (turned ? Math.PI / 6 : 0)
    return [x + side * Math.cos(angle), y + side * Math.sin(angle)]
  })
}

/** An edge as the knife follows it: its points lie a little outside, some more than others. */
function loosely({ from, to, middle }: Edge, side: number, seed: number): Point[] {
  const random = generator(Math.round(from[0] / side) * 131 + Math.round(from[1] / side) * 17 + seed)
  random()
  return [0.12, 0.38, 0.62, 0.88].map((part) => {
    const [x, y] = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
    const away = Math.hypot(x - middle[0], y - middle[1])
    const out = (side * (0.03 + 0.09 * random())) / away
    return [x + (x - middle[0]) * out, y + (y - middle[1]) * out]
  })
}
