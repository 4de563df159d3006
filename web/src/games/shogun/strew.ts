/**
 * Where small woodcuts stand on the map. They are strewn by chance from a fixed seed, so that the print is
 * the same at every visit, and keep clear of borders, of names and of pieces.
 */
import { generator } from '../../lib/chance'
import type { Drift } from '../../print/waters'
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

/** Whether a woodcut stands on its land, clear of the others and, if there is one, of the label. */
function fits(name: string, spot: Spot, others: readonly Spot[], label = true): boolean {
  const { kind, x, y, size } = spot
  const [w, h] = ROOM[kind].map((room) => room * size) as [number, number]
  const [lx, ly] = LABEL[name]!
  const beside =
    x + w <= lx - FREE.left || x - w >= lx + FREE.right || y + h <= ly - FREE.top || y - h >= ly + FREE.bottom
  if (label && !beside) return false
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
function strewIn(name: string, seed: number, begun?: Spot[]): Spot[] {
  const random = generator(seed * 7919 + 31)
  const { x: left, y: top, width: wide, height: high } = BOUNDS[name]!
  for (let at = 0; at < 8; at++) random() // the first numbers of near seeds are alike
  const leaning = Math.floor(random() * 3)
  const fuji: Spot[] = name === FUJI[0] ? [{ kind: 'fuji', x: FUJI[1][0], y: FUJI[1][1], size: 1 }] : []
  const spots = begun ?? fuji
  for (let tries = 0; tries < TRIES; tries++) {
    const kind = KINDS[random() < 0.5 ? leaning : Math.floor(random() * KINDS.length)]!
    const spot = { kind, x: left + random() * wide, y: top + random() * high, size: 0.8 + random() * 0.35 }
    if (fits(name, spot, spots, !begun)) spots.push(spot)
  }
  return spots.sort((a, b) => a.y - b.y)
}

/** Boats on the open sea. */
export const BOATS: Spot[] = [
  [1320, 598, 0.8],
  [738, 132, 0.85],
  [1066, 64, 0.7],
  [216, 596, 0.9],
  [952, 590, 1],
].map(([x, y, size]) => ({ kind: 'boat', x: x!, y: y!, size: size! }))

/** What else stands in the sea, where nothing is asked and no mist lies. */
export const AFLOAT: Drift[] = [
  { kind: 'crest', x: 1090, y: 604, size: 0.62 },
  { kind: 'crest', x: 792, y: 606, size: 0.42, flipped: true },
  { kind: 'rose', x: 104, y: 560, size: 0.85 },
]

/** All on land, those at the back first. */
export const STREWN: Record<string, Spot[]> = Object.fromEntries(
  PROVINCES.map((name, at) => [name, strewIn(name, at + 1)]),
)

const ON_CARDS = new Map<string, Spot[]>()

/** What stands in a province on its card: as on the map, and where name and pieces are there. */
export function onCard(name: string): Spot[] {
  if (!ON_CARDS.has(name)) ON_CARDS.set(name, strewIn(name, PROVINCES.indexOf(name) + 1, [...STREWN[name]!]))
  return ON_CARDS.get(name)!
}
