/**
 * The map as a woodblock print: colour blocks a hair out of register, terrain, key block. What can change in a
 * game lies above it.
 */
import { ribbon } from '../../print/ink'
import { clear, grain, lift, scales, shallows, waterLines, type Colours, type Sheet } from '../../print/sheet'
import { drift } from '../../print/waters'
import { draw, inksOf } from '../../print/woodcuts'
import { ARCS, BORDERS, BOUNDS, FRAME, kindOf, OUTLINE, PROVINCES } from './map'
import { AFLOAT, BOATS, STREWN } from './strew'

/** Numbers of regions by the names of the provinces in this game. */
export type Regions = ReadonlyMap<string, number>

/** How far the print goes beyond the frame: water lines end in open sea. */
const MARGIN = 40
export const SHEET: Sheet = {
  x: FRAME.x - MARGIN,
  y: FRAME.y - MARGIN,
  width: FRAME.width + 2 * MARGIN,
  height: FRAME.height + 2 * MARGIN,
}
/** How far the colours lie beside the lines. */
const OFF = [1.3, 1.1] as const
const BREADTH = { coast: 4, border: 1.7, region: 4.4 }

export function print(on: CanvasRenderingContext2D, regions: Regions, colours: Colours): void {
  const land = new Path2D(PROVINCES.map((name) => OUTLINE[name]).join(''))
  scales(on, land, colours)
  shallows(on, land, colours)
  waterLines(on, land, colours)
  lift(on, land, colours)
  for (const name of PROVINCES) block(on, name, regions.get(name), colours)
  grain(on, land)
  const inks = inksOf(colours)
  for (const one of AFLOAT) drift(on, one, colours)
  for (const boat of BOATS) draw(on, boat, inks)
  for (const name of PROVINCES) if (regions.has(name)) for (const spot of STREWN[name]!) draw(on, spot, inks)
  keyBlock(on, regions, colours)
}

/** A province as a block of colour. */
function block(
  on: CanvasRenderingContext2D,
  name: string,
  region: number | undefined,
  colours: Colours,
): void {
  const { x, y, width, height } = BOUNDS[name]!
  on.save()
  on.translate(...OFF)
  on.clip(new Path2D(OUTLINE[name]))
  on.fillStyle = region === undefined ? colours('--paper-shade') : colours(`--region-${region}`)
  on.fillRect(x, y, width, height)
  if (region !== undefined) wipe(on, BOUNDS[name]!, region, colours)
  on.restore()
}

/** Darker from the upper left, and over it the region's pattern. */
function wipe(on: CanvasRenderingContext2D, box: Sheet, region: number, colours: Colours): void {
  const { x, y, width, height } = box
  const deep = colours(`--deep-${region}`)
  const wiped = on.createLinearGradient(x, y, x + width * 0.45, y + height * 0.75)
  wiped.addColorStop(0, deep)
  wiped.addColorStop(1, clear(deep))
  on.globalAlpha = 0.75
  on.fillStyle = wiped
  on.fillRect(x, y, width, height)
  on.globalAlpha = 0.16
  on.strokeStyle = colours('--key')
  on.lineWidth = 1.1
  on.stroke(PATTERNS[region]!(x, y, x + width, y + height))
}

type Pattern = (left: number, top: number, right: number, bottom: number) => Path2D

/** A small mark again and again, every second row between those of the first. */
function rows(dx: number, dy: number, mark: (path: Path2D, x: number, y: number) => void): Pattern {
  return (left, top, right, bottom) => {
    const path = new Path2D()
    const row = Math.floor(top / dy)
    for (let at = row; at * dy <= bottom; at++)
      for (let x = Math.floor(left / dx) * dx + (at % 2 ? dx / 2 : 0); x <= right; x += dx)
        mark(path, x, at * dy)
    return path
  }
}

/** Needles, dots, arrow feathers, waves and crosses. */
const PATTERNS: Pattern[] = [
  rows(11, 8, (path, x, y) => (path.moveTo(x, y + 4), path.lineTo(x + 2, y - 1), path.lineTo(x + 4, y + 4))),
  rows(12, 7, (path, x, y) => (path.moveTo(x + 1, y), path.arc(x, y, 1, 0, 7))),
  rows(14, 9, (path, x, y) => (path.moveTo(x - 4, y + 3), path.lineTo(x, y - 2), path.lineTo(x + 4, y + 3))),
  rows(
    16,
    8,
    (path, x, y) => (
      path.moveTo(x - 6, y),
      path.quadraticCurveTo(x - 3, y - 4, x, y),
      path.quadraticCurveTo(x + 3, y + 4, x + 6, y)
    ),
  ),
  rows(
    14,
    9,
    (path, x, y) => (
      path.moveTo(x - 2.5, y),
      path.lineTo(x + 2.5, y),
      path.moveTo(x, y - 2.5),
      path.lineTo(x, y + 2.5)
    ),
  ),
]

/** The lines, printed last: coasts, borders, and broad ones with a pale thread between regions. */
function keyBlock(on: CanvasRenderingContext2D, regions: Regions, colours: Colours): void {
  BORDERS.forEach(({ between, path }, at) => {
    on.fillStyle = colours('--key')
    const kind = kindOf(between, regions)
    if (!kind) return faint(on, path, colours)
    on.fill(ribbon(ARCS[at]!, BREADTH[kind], at))
    if (kind === 'region') thread(on, path, colours)
  })
}

/** Land that is not played on. */
function faint(on: CanvasRenderingContext2D, path: string, colours: Colours): void {
  on.save()
  on.strokeStyle = colours('--key')
  on.globalAlpha = 0.4
  on.lineWidth = 1.4
  on.stroke(new Path2D(path))
  on.restore()
}

function thread(on: CanvasRenderingContext2D, path: string, colours: Colours): void {
  on.save()
  on.strokeStyle = colours('--cut-thread')
  on.lineWidth = 1.1
  on.setLineDash([9, 5, 4, 5])
  on.stroke(new Path2D(path))
  on.restore()
}
