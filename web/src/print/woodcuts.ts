/** Small woodcuts: hills, trees, fields and huts, each drawn about its foot. */
import type { Colours } from './sheet'

export type Kind = 'mountain' | 'pine' | 'copse' | 'paddy' | 'hut' | 'fuji' | 'boat'
/** A woodcut and its place. */
export interface Spot {
  kind: Kind
  x: number
  y: number
  size: number
}

/** Half as wide and high as each is drawn at size 1. */
export const ROOM: Record<Kind, [number, number]> = {
  boat: [15, 14],
  fuji: [24, 17],
  mountain: [12, 10],
  pine: [7, 8],
  copse: [9, 7],
  paddy: [11, 6],
  hut: [7, 6],
}

const INKS = ['key', 'hill', 'shade', 'snow', 'needles', 'leaves', 'trunk', 'water', 'roof', 'wall'] as const
type Ink = (typeof INKS)[number]
type Inks = Record<Ink, string>

/** A shape: how it is filled, and with what line it is drawn. */
export type Stroke = readonly [path: string, fill: Ink | null, line?: Ink, width?: number]

const crown = (x: number, y: number, w: number): Stroke => [
  `M${x - w} ${y + 1.6}Q${x - w * 0.8} ${y - 2} ${x} ${y - 2.4}Q${x + w * 0.8} ${y - 2} ${x + w} ${y + 1.6}Q${x} ${y + 0.4} ${x - w} ${y + 1.6}Z`,
  'needles',
  'key',
  0.8,
]
const bush = (x: number, y: number, r: number): Stroke => [
  `M${x - r} ${y}A${r} ${r * 0.86} 0 1 1 ${x + r} ${y}A${r} ${r * 0.8} 0 1 1 ${x - r} ${y}Z`,
  'leaves',
  'key',
  0.8,
]

export const STROKES: Record<Kind, readonly Stroke[]> = {
  mountain: [
    ['M-12 9Q-7 3-4.5-3L-1-9 1.5-7 5 0Q8 5 12 9Z', 'hill'],
    ['M-1-9 1.5-7 5 0Q8 5 12 9H4Q3 4 1 1L2-2-1-9Z', 'shade'],
    ['M-3-5.6-1-9 1.5-7 3-4.2 1.2-5 .2-3.2-1-4.8-2.2-3.4Z', 'snow'],
    ['M-12 9Q-7 3-4.5-3L-1-9 1.5-7 5 0Q8 5 12 9', null, 'key'],
    ['M-6 6-4 2M-2.5 7-1.5 3M5.4 7 4 3.4M8.4 8 7 5.6', null, 'key', 0.7],
  ],
  fuji: [
    ['M-24 15Q-13 8-7-6L-4-14-2-15 0-14 2-15.4 4-14.6 7-6Q13 8 24 15Z', 'hill'],
    ['M4-14.6 7-6Q13 8 24 15H6Q5 4 2-4L3-9Z', 'shade'],
    ['M-4-14-2-15 0-14 2-15.4 4-14.6 8.4-2.6 6-5 4.6-1 2-5.4.4.4-2-5-4.4-.6-5.6-4-8.4-2.6-7-6Z', 'snow'],
    ['M-24 15Q-13 8-7-6L-4-14-2-15 0-14 2-15.4 4-14.6 7-6Q13 8 24 15', null, 'key', 1.4],
    ['M-15 12-11 6.4M-8 13-6 7M-1 13-.6 6M8 13 6.6 7M15.6 12.6 12 8', null, 'key', 0.8],
  ],
  pine: [
    ['M-.9 7Q.4 3-.8 0H1Q2 4 1 7Z', 'trunk'],
    crown(-1.6, 1.6, 6.2),
    crown(2, -2, 5.2),
    crown(-0.6, -5.4, 3.8),
  ],
  copse: [
    ['M-5 6V2H-4V6ZM4 6V2.6H5V6ZM0 6.6V2H1V6.6Z', 'trunk'],
    bush(-4.6, 0, 4.2),
    bush(4.6, 0.6, 4),
    bush(0.2, -2.4, 4.8),
  ],
  paddy: [
    ['M-11 2-5-5H6L11-1 5 5H-7Z', 'water', 'key', 0.8],
    ['M-8-1.4 8.6-2.8M-2.4-5-4 5M3.6-5 2 5', null, 'key', 0.6],
    ['M-7 2V0M-6 2.6V.4M0 3V1M1 2.4V.4M6 2.4V.6M-1-1.6V-3.4M7-2V-3.6', null, 'needles', 0.9],
  ],
  boat: [
    ['M-16 12Q-8 9.4 0 12T16 12', null, 'water', 1.6],
    ['M-9-11Q-2-13 6-11.4L7 3Q-2 1.6-8 3.4Z', 'snow', 'key'],
    ['M-5.6-11.6-4.6 2.6M-.6-12.4V2.2M3.6-12 4.2 2.4', null, 'key', 0.6],
    ['M-14 4Q0 7 14 3L10 9.4H-9Z', 'roof', 'key', 1.2],
    ['M0-14.4V5', null, 'key', 1.2],
  ],
  hut: [
    ['M-5 5V0H5V5Z', 'wall', 'key', 0.8],
    ['M-7.4 1Q-3-1.4-2-5H2Q3-1.4 7.4 1Z', 'roof', 'key', 0.9],
    ['M-1 5V2H1.4V5Z', 'key'],
  ],
}
/** Of a line that says nothing else. */
export const LINE = 1.1

/** The name of an ink among the theme's colours. */
export function tokenOf(ink: Ink): string {
  return ink === 'key' ? '--key' : `--cut-${ink}`
}

export function inksOf(colours: Colours): Inks {
  return Object.fromEntries(INKS.map((ink) => [ink, colours(tokenOf(ink))])) as Inks
}

export function draw(on: CanvasRenderingContext2D, { kind, x, y, size }: Spot, inks: Inks): void {
  on.save()
  on.translate(x, y)
  on.scale(size, size)
  on.lineJoin = 'round'
  for (const [path, fill, line, width = LINE] of STROKES[kind]) {
    const drawn = new Path2D(path)
    if (fill) {
      on.fillStyle = inks[fill]
      on.fill(drawn)
    }
    if (line) {
      on.strokeStyle = inks[line]
      on.lineWidth = width
      on.stroke(drawn)
    }
  }
  on.restore()
}
