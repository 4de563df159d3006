/** What stands in open water: a breaking wave, rocks in foam, a wind rose, mist. Each is drawn about its middle. */
import { clear, type Colours } from './sheet'
import { draw as cut, inksOf } from './woodcuts'

type On = CanvasRenderingContext2D

/** Half as wide and high as each is drawn at size 1. */
export const WATER = { crest: [118, 52], rocks: [62, 38], rose: [44, 48], mist: [110, 22] } as const
export type Feature = keyof typeof WATER

export interface Drift {
  kind: Feature
  x: number
  y: number
  size: number
  /** Whether it looks to the left. */
  flipped?: boolean
  /** Where north is, in radians from straight up. */
  north?: number
}

const BODY =
  'M-118 48C-76 44-54 14-34-12C-14-38 18-54 46-44C68-36 80-18 75 4C66-9 52-12 43-3C32 8 35 30 55 42C70 33 82 30 92 35C101 41 108 46 118 48Z'
/** Its head, whose lower edge is torn into fingers. */
const HEAD_TOP = 'M-40-4C-16-38 18-56 47-46C70-38 82-18 75 5'
const FINGERS = [
  [70, -1],
  [66, 3],
  [61, -6],
  [55, 0],
  [50, -9],
  [43, -2],
  [38, -11],
  [31, 1],
  [25, -9],
  [17, -2],
  [11, -13],
  [3, -3],
  [-5, -12],
  [-12, 0],
  [-20, -7],
  [-27, 6],
  [-32, -2],
  [-42, 8],
  [-40, -4],
] as const
const STREAKS = [
  'M-92 46C-62 38-46 16-30-2',
  'M-64 47C-40 38-26 18-10 2',
  'M-36 47C-18 38-6 24 6 8',
  'M-8 47C4 40 14 30 20 14',
  'M20 47C24 42 26 34 27 26',
  'M74 46Q82 40 90 42',
]
const SPRAY = [
  [84, -6, 2.2],
  [90, -18, 1.6],
  [82, -30, 2.6],
  [96, -30, 1.3],
  [72, -46, 2],
  [60, -54, 1.4],
  [104, -12, 1.2],
  [88, -42, 1.2],
] as const
const FOAM = 'M-116 50Q-96 42-78 49T-42 49T-6 49T30 49T66 49T116 50'

/** A wave that is about to break. Below it melts into the sea. */
function crest(on: On, colours: Colours): void {
  const [bero, ai, foam, key] = ['--bero', '--ai', '--cut-snow', '--key'].map(colours) as [
    string,
    string,
    string,
    string,
  ]
  const deep = on.createLinearGradient(0, -48, 0, 50)
  deep.addColorStop(0, bero)
  deep.addColorStop(0.55, ai)
  deep.addColorStop(1, clear(ai))
  const body = new Path2D(BODY)
  on.fillStyle = deep
  on.fill(body)
  inked(on, foam, 2.2, 0.5, new Path2D(STREAKS.join('')))
  inked(on, foam, 1.6, 0.6, new Path2D(FOAM))
  const edge = FINGERS.map(([x, y], at) => `A4.6 4.6 0 0 ${at % 2 ? 0 : 1} ${x} ${y}`)
  const head = new Path2D(`${HEAD_TOP}${edge.join('')}Z`)
  on.fillStyle = foam
  on.fill(head)
  for (const [x, y, r] of SPRAY) dot(on, x, y, r)
  inked(on, key, 1.5, 0.85, head)
  inked(
    on,
    key,
    1.5,
    0.7,
    new Path2D('M-118 48C-76 44-54 14-40-4M75 5C66-9 52-12 43-3C32 8 35 30 55 42C70 33 82 30 92 35'),
  )
}

function dot(on: On, x: number, y: number, r: number): void {
  on.beginPath()
  on.arc(x, y, r, 0, 7)
  on.fill()
}

function inked(on: On, colour: string, width: number, strength: number, path: Path2D): void {
  on.save()
  on.strokeStyle = colour
  on.lineWidth = width
  on.globalAlpha *= strength
  on.lineCap = 'round'
  on.stroke(path)
  on.restore()
}

const STONES = [
  'M-46 22L-42 6-35-2-30-16-22-12-15-28-6-20-1-4 6 2 10 22Z',
  'M8 22L12 10 20 5 24-4 31 0 36 12 43 22Z',
] as const
const SHADES = ['M-15-28-6-20-1-4 6 2 10 22H-8L-10 4-16-8Z', 'M24-4 31 0 36 12 43 22H30L27 10Z'] as const
const BREAKERS =
  'M-60 25A7 7 0 0 1-48 20A8 8 0 0 1-34 20A7 7 0 0 1-22 21A8 8 0 0 1-8 20A7 7 0 0 1 5 21A7 7 0 0 1 17 20A8 8 0 0 1 31 21A7 7 0 0 1 44 20A7 7 0 0 1 58 25Q30 32 0 30T-60 25Z'

/** Rocks off the coast, with a pine on the larger one and the sea white about them. */
function rocks(on: On, colours: Colours): void {
  const inks = inksOf(colours)
  STONES.forEach((stone, at) => {
    on.fillStyle = inks.hill
    on.fill(new Path2D(stone))
    on.fillStyle = inks.shade
    on.fill(new Path2D(SHADES[at]))
    inked(on, inks.key, 1.3, 1, new Path2D(stone))
  })
  inked(on, inks.key, 0.8, 0.8, new Path2D('M-38 14-33 4M-27 12-25-4M18 16 22 8'))
  cut(on, { kind: 'pine', x: -22, y: -23, size: 1.35 }, inks)
  on.fillStyle = inks.snow
  on.fill(new Path2D(BREAKERS))
  inked(on, inks.key, 0.9, 0.7, new Path2D(BREAKERS))
  for (const [x, y, r] of [
    [-54, 12, 1.6],
    [-50, 4, 1.1],
    [50, 10, 1.6],
    [14, -2, 1.2],
  ] as const)
    dot(on, x, y, r)
}

/** A point of the rose: one half dark, one half light. */
function point(on: On, length: number, half: number, [dark, light]: readonly [string, string]): void {
  for (const [side, paint] of [
    [1, dark],
    [-1, light],
  ] as const) {
    const path = new Path2D(`M0 ${-length}L${side * half} ${-half}L0 0Z`)
    on.fillStyle = paint
    on.fill(path)
    inked(on, dark, 0.8, 1, path)
  }
}

function rose(on: On, colours: Colours): void {
  const inks = [colours('--route'), colours('--cut-shallows')] as const
  on.globalAlpha = 0.8
  const rings = new Path2D()
  for (const r of [25, 28]) {
    rings.moveTo(r, 0)
    rings.arc(0, 0, r, 0, 7)
  }
  inked(on, inks[0], 0.9, 1, rings)
  for (const [turn, length, half] of [
    [1, 22, 4],
    [3, 22, 4],
    [5, 22, 4],
    [7, 22, 4],
    [2, 34, 6],
    [4, 34, 6],
    [6, 34, 6],
    [0, 40, 6],
  ] as const) {
    on.save()
    on.rotate((turn * Math.PI) / 4)
    point(on, length, half, inks)
    on.restore()
  }
  on.fillStyle = inks[0]
  dot(on, 0, -44, 3)
}

/** Bands of mist, one over the other. */
function mist(on: On, colours: Colours): void {
  on.fillStyle = colours('--cut-shallows')
  on.globalAlpha = 0.42
  on.beginPath()
  for (const [left, right, y] of [
    [-110, 40, -11],
    [-60, 110, 0],
    [-92, 12, 11],
  ] as const)
    on.roundRect(left, y - 6, right - left, 12, 6)
  on.fill()
}

const DRAWN: Record<Feature, (on: On, colours: Colours) => void> = { crest, rocks, rose, mist }

export function drift(on: On, { kind, x, y, size, flipped, north = 0 }: Drift, colours: Colours): void {
  on.save()
  on.translate(x, y)
  on.scale(flipped ? -size : size, size)
  on.rotate(north)
  on.lineJoin = 'round'
  DRAWN[kind](on, colours)
  on.restore()
}
