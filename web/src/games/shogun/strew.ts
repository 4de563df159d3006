/**
 * Where small woodcuts stand on the map. They are strewn by chance from a fixed seed, so that the print is
 * the same at every visit, and keep clear of borders, of names and of pieces.
 */
import { generator } from '../../lib/chance'
import { ROOM, type Spot } from '../../print/woodcuts'
import { BOUNDS, LABEL, PROVINCES, RING, type Point } from './map'

const KINDS = ['mountain', 'pine', 'copse', 'paddy', 'hut'] as const
/** What is kept free around a province's label for its name and pieces. */
const FREE = { left: 40, right: 42, top: 32, bottom: 34 }
const FUJI: [string, Point] = ['Suruga', [1206, 392]]
const TRIES = 260

/** Whether a point lies within a ring: a line from it crosses an odd number of edges. */
function inside(ring: readonly Point[], x: number, y: number): boolean {
  let within = false
  for (let at = 0, last = ring.length - 1; at < ring.length; last = at++) {
    const [ax, ay] = ring[at]!
    const [bx, by] = ring[last]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within
  }
  return within
}

/** Whether a woodcut stands on its land, clear of the label and of the others. */
function fits(name: string, { kind, x, y, size }: Spot, others: readonly Spot[]): boolean {
  const [w, h] = ROOM[kind].map((room) => room * size) as [number, number]
  const [lx, ly] = LABEL[name]!
  if (x + w > lx - FREE.left && x - w < lx + FREE.right && y + h > ly - FREE.top && y - h < ly + FREE.bottom)
    return false
  const edge: Point[] = [
    [x - w, y + h],
    [x + w, y + h],
    [x - w, y],
    [x + w, y],
    [x, y - h],
    [x, y + h],
  ]
  if (!edge.every(([ex, ey]) => inside(RING[name]!, ex, ey))) return false
  return others.every((other) => {
    const [ow, oh] = ROOM[other.kind]
    const near = other.kind === kind ? 0.75 : 1
    return (
      Math.abs(x - other.x) > (w + ow * other.size) * near ||
      Math.abs(y - other.y) > (h + oh * other.size) * near
    )
  })
}

/** A province has its own character: hills, woods or fields come first. */
function strewIn(name: string, seed: number): Spot[] {
  const random = generator(seed * 7919 + 31)
  const { x: left, y: top, width: wide, height: high } = BOUNDS[name]!
  for (let at = 0; at < 8; at++) random() // the first numbers of near seeds are alike
  const leaning = Math.floor(random() * 3)
  const spots: Spot[] = name === FUJI[0] ? [{ kind: 'fuji', x: FUJI[1][0], y: FUJI[1][1], size: 1 }] : []
  for (let tries = 0; tries < TRIES; tries++) {
    const kind = KINDS[random() < 0.5 ? leaning : Math.floor(random() * KINDS.length)]!
    const spot = { kind, x: left + random() * wide, y: top + random() * high, size: 0.8 + random() * 0.35 }
    if (fits(name, spot, spots)) spots.push(spot)
  }
  return spots.sort((a, b) => a.y - b.y)
}

/** Boats on the open sea. */
export const BOATS: Spot[] = [
  [440, 128, 1],
  [655, 96, 0.85],
  [1066, 64, 0.7],
  [92, 566, 0.9],
  [972, 588, 1],
  [1120, 560, 0.75],
].map(([x, y, size]) => ({ kind: 'boat', x: x!, y: y!, size: size! }))

/** All on land, those at the back first. */
export const STREWN: Record<string, Spot[]> = Object.fromEntries(
  PROVINCES.map((name, at) => [name, strewIn(name, at + 1)]),
)
