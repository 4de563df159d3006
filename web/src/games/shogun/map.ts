/**
 * Our drawing of the map. A border between two provinces is stored once, as an arc; a province is a
 * ring of arcs, in which `~i` runs arc i backwards.
 */
import type { Frame } from '../../pieces/zoom.svelte'
import data from './map.json'

export type Point = [number, number]
interface Shape {
  ring: number[]
  label: number[]
}

const SHAPES: Record<string, Shape> = data.provinces
export const PROVINCES = Object.keys(SHAPES)
/** What of the map is drawn when all of it is seen. */
export const FRAME: Frame = { x: 52, y: 40, width: 1500, height: 600 }

/** Arcs are stored as a point and steps from it, in tenths. */
export const ARCS: Point[][] = data.arcs.map((steps) => {
  let x = 0
  let y = 0
  const points: Point[] = []
  for (let at = 0; at < steps.length; at += 2) {
    x += steps[at]!
    y += steps[at + 1]!
    points.push([x / 10, y / 10])
  }
  return points
})

function line(points: Point[]): string {
  return `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`
}

function ring(arcs: number[]): Point[] {
  return arcs.flatMap((at) => (at >= 0 ? ARCS[at]! : ARCS[~at]!.toReversed()).slice(0, -1))
}

/** The corners of each province. */
export const RING: Record<string, Point[]> = Object.fromEntries(
  PROVINCES.map((name) => [name, ring(SHAPES[name]!.ring)]),
)

export const OUTLINE: Record<string, string> = Object.fromEntries(
  PROVINCES.map((name) => [name, `${line(RING[name]!)}Z`]),
)

function boundsOf(points: Point[]): Frame {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** The box around each province, to draw it alone. */
export const BOUNDS: Record<string, Frame> = Object.fromEntries(
  PROVINCES.map((name) => [name, boundsOf(RING[name]!)]),
)

/** Where a province's name and pieces are drawn. */
export const LABEL: Record<string, Point> = Object.fromEntries(
  PROVINCES.map((name) => [name, SHAPES[name]!.label as Point]),
)

/** How far from each other places lie that are seen together on a phone. */
const NEARBY = 150

/** The middle of the places that lie closest together; of those that are strewn, one of them. */
export function heartOf(points: Point[]): Point | null {
  const around = points.map((one) =>
    points.filter((other) => Math.hypot(one[0] - other[0], one[1] - other[1]) <= NEARBY),
  )
  const most = around.toSorted((a, b) => b.length - a.length)[0]
  if (!most) return null
  const mean = (axis: 0 | 1) => most.reduce((sum, point) => sum + point[axis], 0) / most.length
  return [mean(0), mean(1)]
}

/** The line of a march, as path data. */
export function wayBetween([x1, y1]: Point, [x2, y2]: Point): string {
  const bend = 0.16
  return `M${x1} ${y1}Q${(x1 + x2) / 2 + (y2 - y1) * bend} ${(y1 + y2) / 2 - (x2 - x1) * bend} ${x2} ${y2}`
}

export interface Border {
  path: string
  /** One province: a coast; two: their border. */
  between: string[]
}

export const BORDERS: Border[] = ARCS.map((points, at) => ({
  path: line(points),
  between: PROVINCES.filter((name) => SHAPES[name]!.ring.some((arc) => arc === at || arc === ~at)),
}))

/** Coasts, borders, and borders between regions of the provinces that are played with, each as one path. */
export function linesOf(regions: ReadonlyMap<string, number>): Record<BorderKind, string> {
  const lines = { coast: '', border: '', region: '' }
  for (const { path, between } of BORDERS) {
    const kind = kindOf(between, regions)
    if (kind) lines[kind] += path
  }
  return lines
}

export type BorderKind = 'coast' | 'border' | 'region'

/** What a border is where these provinces are played with; null: land beyond them on both sides. */
export function kindOf(between: string[], regions: ReadonlyMap<string, number>): BorderKind | null {
  const [a, b] = between.map((name) => regions.get(name))
  if (a === undefined && b === undefined) return null
  if (between.length === 1) return 'coast'
  return a === b ? 'border' : 'region'
}

export const SEA_ROUTES = data.seaRoutes.map(({ between, curve }) => {
  const [x1, y1, mx, my, x2, y2] = curve as [number, number, number, number, number, number]
  return {
    between: between as [string, string],
    ends: [
      [x1, y1],
      [x2, y2],
    ] as Point[],
    path: `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`,
  }
})

const NEAR: Record<string, Set<string>> = Object.fromEntries(PROVINCES.map((name) => [name, new Set()]))
for (const { between } of [...BORDERS, ...SEA_ROUTES]) {
  const [a, b] = between
  if (a !== undefined && b !== undefined) {
    NEAR[a]!.add(b)
    NEAR[b]!.add(a)
  }
}

/** Provinces that share a border with this one or are joined to it by sea. */
export function neighbours(name: string): string[] {
  return [...NEAR[name]!]
}
