/** The map as a painting on silk: washes of colour, mountains, rivers, the wall, and an inked outline. */
import { generator } from '../../lib/chance'
import { ribbon } from '../../print/ink'
import { waterLines, type Colours, type Sheet } from '../../print/sheet'
import { draw, inksOf, type Kind, type Spot } from '../../print/woodcuts'
import { BORDERS, COAST, MOUNTAINS, OUTLINES, RIVERS, SEA, SEATS, WALL, type Point } from './map'
import { PROVINCES, type ProvinceName } from './view'

/** Wide enough for wide tables; beyond it the silk goes on without a picture. */
export const SHEET: Sheet = { x: -500, y: -140, width: 2000, height: 1080 }
/** The land's tint of each province. */
export const REGIONS: Record<ProvinceName, number> = { QIN: 4, CHU: 0, 'JIN-YAN': 3, 'HAN-QI': 1, WU: 2 }
/** What is kept free for a province's name and pieces. */
const FREE = { wide: 148, high: 112 }
const APART = 56
const TRIES = 240
/** What is painted in a province: places beside each other, and sizes. */
const SCENES: readonly (readonly [Kind, number, number, number])[][] = [
  [
    ['mountain', 0, 0, 1.6],
    ['mountain', 15, 6, 1.05],
  ],
  [
    ['pine', -12, 0, 1.3],
    ['pine', 4, -6, 1.15],
    ['pine', 13, 7, 1.35],
  ],
  [
    ['hut', 8, -9, 1.3],
    ['paddy', -10, 2, 1.3],
    ['paddy', 9, 11, 1.2],
  ],
  [
    ['mountain', -4, -2, 1.4],
    ['copse', 13, 8, 1.2],
  ],
]

export function print(on: CanvasRenderingContext2D, colours: Colours): void {
  on.fillStyle = colours('--silk')
  on.fillRect(SHEET.x, SHEET.y, SHEET.width, SHEET.height)
  sea(on, colours)
  for (const name of PROVINCES) wash(on, name, colours)
  weave(on, colours)
  const inks = inksOf(colours)
  const peaks = MOUNTAINS.map(([x, y, size]): Spot => ({ kind: 'mountain', x, y, size: size / 8 }))
  for (const spot of [...peaks, ...PROVINCES.flatMap(sceneryOf)].sort((a, b) => a.y - b.y))
    draw(on, spot, inks)
  on.fillStyle = colours('--key')
  for (const [at, { between, points }] of BORDERS.entries())
    on.fill(ribbon(points, between[1] === 'sea' || between[1] === 'land' ? 4 : 2.8, at + 3))
  for (const river of RIVERS) flow(on, new Path2D(river), colours)
  wall(on, colours)
}

function sea(on: CanvasRenderingContext2D, colours: Colours): void {
  on.save()
  on.fillStyle = colours('--silk-sea')
  const water = new Path2D(SEA)
  on.fill(water)
  on.clip(water)
  waterLines(on, new Path2D(COAST), colours, 1.6)
  on.restore()
}

/** A province's tint, deeper along its border. */
function wash(on: CanvasRenderingContext2D, name: ProvinceName, colours: Colours): void {
  const path = new Path2D(OUTLINES[name])
  on.save()
  on.clip(path)
  on.globalAlpha = 0.72
  on.fillStyle = colours(`--region-${REGIONS[name]}`)
  on.fill(path)
  on.strokeStyle = colours(`--deep-${REGIONS[name]}`)
  for (const [width, strength] of [
    [14, 0.3],
    [34, 0.16],
    [64, 0.1],
  ] as const) {
    on.lineWidth = width
    on.globalAlpha = strength
    on.stroke(path)
  }
  on.restore()
}

/** The threads of the cloth. */
function weave(on: CanvasRenderingContext2D, colours: Colours): void {
  on.save()
  on.strokeStyle = colours('--key')
  on.lineWidth = 0.5
  on.globalAlpha = 0.05
  const threads = new Path2D()
  for (let y = SHEET.y; y < SHEET.y + SHEET.height; y += 3.4) {
    threads.moveTo(SHEET.x, y)
    threads.lineTo(SHEET.x + SHEET.width, y)
  }
  for (let x = SHEET.x; x < SHEET.x + SHEET.width; x += 5) {
    threads.moveTo(x, SHEET.y)
    threads.lineTo(x, SHEET.y + SHEET.height)
  }
  on.stroke(threads)
  on.restore()
}

/** Hills, trees and fields in a province, strewn by chance from a fixed seed, clear of borders and pieces. */
function sceneryOf(name: ProvinceName, seed: number): Spot[] {
  const random = generator(seed * 7919 + 5)
  const [sx, sy] = SEATS[name]
  const path = new Path2D(OUTLINES[name])
  const probe = document.createElement('canvas').getContext('2d')!
  const inside = (x: number, y: number) => probe.isPointInPath(path, x, y)
  const places: Point[] = []
  return Array.from({ length: TRIES }).flatMap(() => {
    const [x, y] = [sx + (random() - 0.5) * 620, sy + (random() - 0.5) * 420]
    const [scene, near] = [
      SCENES[Math.floor(random() * SCENES.length)]!,
      Math.abs(x - sx) < FREE.wide && Math.abs(y - sy) < FREE.high,
    ]
    const corners: Point[] = [
      [x - 26, y],
      [x + 28, y],
      [x - 24, y + 20],
      [x + 24, y + 20],
      [x, y - 24],
    ]
    if (near || places.some(([px, py]) => Math.hypot(px - x, py - y) < APART)) return []
    if (!corners.every((corner) => inside(...corner))) return []
    places.push([x, y])
    return scene.map(([kind, dx, dy, size]): Spot => ({ kind, x: x + dx, y: y + dy, size }))
  })
}

function flow(on: CanvasRenderingContext2D, river: Path2D, colours: Colours): void {
  on.lineCap = 'round'
  for (const [token, width] of [
    ['--key', 8.5],
    ['--silk-sea', 6],
    ['--silk-foam', 1.4],
  ] as const) {
    on.strokeStyle = colours(token)
    on.lineWidth = width
    on.stroke(river)
  }
}

/** The wall with its towers. */
function wall(on: CanvasRenderingContext2D, colours: Colours): void {
  const line = new Path2D(WALL)
  on.lineCap = 'butt'
  for (const [token, width, dash] of [
    ['--key', 12, []],
    ['--cut-wall', 9, []],
    ['--key', 9, [1.2, 9]],
    ['--key', 1, []],
  ] as const) {
    on.strokeStyle = colours(token)
    on.lineWidth = width
    on.setLineDash([...dash])
    on.stroke(line)
  }
  on.setLineDash([])
  const { points } = BORDERS.find(({ between }) => between.join() === 'JIN-YAN,land')!
  for (let at = 0; at < points.length; at += 13) {
    const [x, y] = points[at]!
    const tower = new Path2D(
      `M${x - 11} ${y + 9}V${y - 12}H${x - 6}V${y - 8}H${x - 2.5}V${y - 12}H${x + 2.5}V${y - 8}H${x + 6}V${y - 12}H${x + 11}V${y + 9}Z`,
    )
    on.fillStyle = colours('--cut-wall')
    on.fill(tower)
    on.strokeStyle = colours('--key')
    on.lineWidth = 1.8
    on.stroke(tower)
  }
}
