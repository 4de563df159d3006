/** What stands in the open sea of a board: the largest free places get a breaking wave, rocks, a wind rose. */
import { generator } from '../../lib/chance'
import { WATER, type Drift, type Feature } from '../../print/waters'
import type { Spot } from '../../print/woodcuts'
import { laidOver } from './corner'
import { hexesOf, type Layout, type Point } from './map'

/** A place for which is looked: what stands there, and its sizes from large to small, at a hex's side of 38. */
interface Wish {
  kind: Feature
  sizes: readonly number[]
  flipped?: boolean
}

const WISHES: readonly Wish[] = [
  { kind: 'crest', sizes: [1.7, 1.45, 1.2, 1, 0.8, 0.65] },
  { kind: 'rose', sizes: [1.3, 1.1, 0.9, 0.75] },
  { kind: 'crest', sizes: [1.2, 1, 0.8, 0.65], flipped: true },
  { kind: 'rocks', sizes: [1.2, 1, 0.85, 0.7] },
  { kind: 'mist', sizes: [1.6, 1.2, 0.9] },
  { kind: 'mist', sizes: [1.3, 1, 0.8], flipped: true },
]
/** The side of a hex for which things at sea are drawn at their size. */
const CUT = 38
/** How far they keep from hexes, in sides of one, and from each other and the edges, in pixels. */
const SHORE = 1.25
const APART = 14
const BOATS = 5

/** The middle of a box, and half of its width and height. */
type Area = readonly [x: number, y: number, w: number, h: number]

function gap([x1, y1, w1, h1]: Area, [x2, y2, w2, h2]: Area): number {
  const [across, down] = [Math.abs(x1 - x2) - w1 - w2, Math.abs(y1 - y2) - h1 - h2]
  return across < 0 && down < 0 ? Math.max(across, down) : Math.hypot(Math.max(across, 0), Math.max(down, 0))
}

/** How much water is left about an area; negative: something is in its way. */
function water(area: Area, { width, height, side }: Layout, hexes: Point[], taken: readonly Area[]): number {
  const [x, y, w, h] = area
  const edges = Math.min(x - w, width - x - w, y - h, height - y - h)
  let least = edges < 4 ? -1 : edges * 2
  for (const one of taken) least = Math.min(least, gap(area, one) - APART)
  for (const hex of hexes) {
    if (least < 0) break
    least = Math.min(least, gap(area, [hex.x, hex.y, 0, 0]) - side * SHORE)
  }
  return least
}

/** The middle of the widest water for something so large. */
function widest(
  half: readonly [number, number],
  layout: Layout,
  hexes: Point[],
  taken: Area[],
): Point | null {
  let [best, most]: [Point | null, number] = [null, 0]
  const step = Math.max(10, layout.side * 0.7)
  for (let x = half[0]; x < layout.width - half[0]; x += step)
    for (let y = half[1]; y < layout.height - half[1]; y += step) {
      const left = water([x, y, ...half], layout, hexes, taken)
      if (left > most) [best, most] = [{ x, y }, left]
    }
  return best
}

function hexesAt(players: number, layout: Layout): Point[] {
  return hexesOf(players).map(({ name }) => layout.at(name))
}

function overlaid(players: number, layout: Layout): Area[] {
  return laidOver(layout, players).map(({ left = 0, top = 0, width, height }) => [
    left + width / 2,
    top + height / 2,
    width / 2,
    height / 2,
  ])
}

/** The map is turned to fit its box: where north is then. */
function northOf(players: number, layout: Layout): number {
  const [one] = hexesOf(players)
  const below = hexesOf(players).find(({ x, y }) => x === one!.x && y > one!.y)!
  const [from, to] = [layout.at(below.name), layout.at(one!.name)]
  return Math.atan2(to.x - from.x, from.y - to.y)
}

export function driftsOn(players: number, layout: Layout): Drift[] {
  const hexes = hexesAt(players, layout)
  const taken = overlaid(players, layout)
  const measure = layout.side / CUT
  return WISHES.flatMap(({ kind, sizes, flipped = false }) => {
    for (const size of sizes.map((size) => size * measure)) {
      const half = WATER[kind].map((length) => length * size) as [number, number]
      const place = widest(half, layout, hexes, taken)
      if (!place) continue
      taken.push([place.x, place.y, ...half])
      const north = kind === 'rose' ? northOf(players, layout) : 0
      return [{ kind, ...place, size, flipped, north }]
    }
    return []
  })
}

/** Boats where the sea is still open. */
export function boatsOn(players: number, layout: Layout, drifts: readonly Drift[]): Spot[] {
  const random = generator(11)
  const hexes = hexesAt(players, layout)
  const taken = overlaid(players, layout)
  for (const { kind, x, y, size } of drifts) taken.push([x, y, WATER[kind][0] * size, WATER[kind][1] * size])
  const boats: Spot[] = []
  for (let tries = 0; tries < 160 && boats.length < BOATS; tries++) {
    const size = (layout.side / CUT) * (1.1 + random() * 0.6)
    const [x, y] = [random() * layout.width, random() * layout.height]
    if (water([x, y, 16 * size, 14 * size], layout, hexes, taken) < 0) continue
    boats.push({ kind: 'boat', x, y, size })
    taken.push([x, y, 70 * size, 40 * size])
  }
  return boats
}
